<?php
// Only people with a code can create an account. PHP without libraries: php -S 127.0.0.1:4000 server.php

const AWAY = [503, "You can't sign up at the moment. Try again in a few minutes."];

/** Changes your accounts, here in a file: for each email, the ID of the code that the account was created with. */
function accounts(callable $change): array {
  $file = fopen(__DIR__ . '/accounts.json', 'c+');
  flock($file, LOCK_EX);
  $accounts = $change(json_decode(stream_get_contents($file), true) ?? []);
  rewind($file);
  ftruncate($file, 0);
  fwrite($file, json_encode($accounts));
  fclose($file);
  return $accounts;
}

/** Returns the data of the answer, and what to answer without it. The message of an error about a claim is made for the person. */
function call(string $path, array $body): array {
  $headers = ['Authorization: Bearer ' . getenv('KEY'), 'Content-Type: application/json'];
  // A person waits for the answer, so it is given up after some seconds.
  $options = ['method' => 'POST', 'header' => $headers, 'content' => json_encode($body), 'timeout' => 5, 'ignore_errors' => true];
  $text = @file_get_contents((getenv('GATEHOUSE') ?: 'http://localhost:3000') . "/api$path", false, stream_context_create(['http' => $options]));
  $status = (int) (explode(' ', $http_response_header[0] ?? '')[1] ?? 0);
  $reply = json_decode((string) $text, true);
  if ($status === 200 && isset($reply['data'])) return [$reply['data'], null];
  $isAboutClaim = $status >= 400 && $status < 500 && $status !== 401 && isset($reply['message']);
  return [null, $isAboutClaim ? [422, $reply['message']] : AWAY];
}

/** The person types their code into your form. Claims first, so that no account exists without a claim. */
function signUp(array $form): array {
  // Behind a proxy, take the address from the header that your proxy sets.
  $visitor = ['ip' => $_SERVER['REMOTE_ADDR']];
  [$claim, $refusal] = call('/codes/claim', ['code' => $form['code'] ?? null, 'email' => $form['email'] ?? null, 'visitor' => $visitor]);
  if ($refusal) return $refusal;
  // A claim proves that they have the code. Email them a link before the account can do anything.
  $account = ['codeId' => $claim['claimedCode']['id'], 'emailVerified' => false];
  accounts(fn ($accounts) => [...$accounts, $claim['email'] => $account]);
  return [200, 'Welcome!'];
}

/** They claimed it on a page with the public key, which sends you the claim token. */
function exchange(array $form): array {
  // Pages of others can't send JSON to this server, so they can't create an account in someone's browser.
  if (($_SERVER['CONTENT_TYPE'] ?? '') !== 'application/json') return [415, 'Send JSON.'];
  [$claim, $refusal] = call('/claims/exchange', ['claimToken' => $form['claimToken'] ?? null]);
  if ($refusal) return $refusal;
  $account = ['codeId' => $claim['code']['id'], 'emailVerified' => $claim['emailVerified']];
  accounts(fn ($accounts) => [...$accounts, $claim['lead']['email'] => $account]);
  return [200, 'Welcome!'];
}

/** Gatehouse says that a code was deleted. */
function hooks(string $body): array {
  [$id, $time, $signatures] = array_map(fn ($name) => $_SERVER["HTTP_WEBHOOK_$name"] ?? '', ['ID', 'TIMESTAMP', 'SIGNATURE']);
  $key = base64_decode(explode('_', (string) getenv('WEBHOOK_SECRET'), 2)[1] ?? '');
  $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
  $matches = array_filter(explode(' ', $signatures), fn ($signature) => hash_equals($expected, $signature));
  if ($key === '' || abs(time() - (int) $time) > 300 || !$matches) return [401, "This isn't from Gatehouse."];
  $event = json_decode($body, true);
  if ($event['type'] === 'code.deleted' && !($event['test'] ?? false))
    accounts(fn ($accounts) => array_filter($accounts, fn ($account) => $account['codeId'] !== $event['data']['id']));
  return [200, 'Done.'];
}

$body = (string) file_get_contents('php://input', false, null, 0, 1_000_000);
[$status, $message] = match ($_SERVER['REQUEST_METHOD'] . ' ' . $_SERVER['REQUEST_URI']) {
  'POST /sign-up' => signUp(json_decode($body, true) ?? []),
  'POST /exchange' => exchange(json_decode($body, true) ?? []),
  'POST /hooks' => hooks($body),
  'GET /accounts' => [200, (string) count(accounts(fn ($accounts) => $accounts))],
  default => [404, 'There is nothing here.'],
};
http_response_code($status);
header('Content-Type: application/json');
echo json_encode(['message' => $message]);
