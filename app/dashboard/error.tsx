"use client";

import { ErrorScreen } from "@/components/layout/page";

export default ErrorScreen;
