// Loaded before a process that is tested on a machine whose clock is wrong by CLOCK_SHIFT milliseconds.
const RealDate = Date;
const now = () => RealDate.now() + Number(process.env.CLOCK_SHIFT);

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
