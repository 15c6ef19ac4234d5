# Only people with a code can create an account. Ruby with WEBrick: gem install webrick
require "base64"
require "json"
require "net/http"
require "openssl"
require "webrick"

GATEHOUSE = ENV.fetch("GATEHOUSE", "http://localhost:3000") + "/api"
AWAY = [503, "You can't sign up at the moment. Try again in a few minutes."].freeze

# In your database: the account of each email, with the ID of the code that it was created with.
ACCOUNTS = {}

# Returns the data of the answer, and what to answer without it. The message of an error about a claim is made for the person.
def call(path, body)
  url = URI(GATEHOUSE + path)
  # A person waits for the answer, so it is given up after some seconds.
  response = Net::HTTP.start(url.host, url.port, use_ssl: url.scheme == "https", open_timeout: 5, read_timeout: 5, max_retries: 0) do |http|
    http.post(url.path, body.to_json, "Authorization" => "Bearer #{ENV.fetch("KEY")}", "Content-Type" => "application/json")
  end
  reply = JSON.parse(response.body)
  return reply.fetch("data"), nil if response.code == "200"
  about_claim = response.code.start_with?("4") && response.code != "401"
  [nil, about_claim ? [422, reply.fetch("message")] : AWAY]
end

# The person types their code into your form. Claims first, so that no account exists without a claim.
def sign_up(request)
  form = JSON.parse(request.body)
  # Behind a proxy, take the address from the header that your proxy sets.
  visitor = { ip: request.peeraddr[3] }
  claim, refusal = call("/codes/claim", { code: form["code"], email: form["email"], visitor: visitor })
  return refusal if refusal
  # A claim proves that they have the code. Email them a link before the account can do anything.
  ACCOUNTS[claim["email"]] = { code_id: claim["claimedCode"]["id"], email_verified: false }
  [200, "Welcome!"]
end

# They claimed it on a page with the public key, which sends you the claim token.
def exchange(request)
  # Pages of others can't send JSON to this server, so they can't create an account in someone's browser.
  return [415, "Send JSON."] unless request.content_type == "application/json"
  claim, refusal = call("/claims/exchange", { claimToken: JSON.parse(request.body)["claimToken"] })
  return refusal if refusal
  ACCOUNTS[claim["lead"]["email"]] = { code_id: claim["code"]["id"], email_verified: claim["emailVerified"] }
  [200, "Welcome!"]
end

def signed?(request, body)
  id, time, signatures = %w[id timestamp signature].map { |name| request["webhook-#{name}"].to_s }
  key = Base64.decode64(ENV.fetch("WEBHOOK_SECRET").split("_", 2).last)
  expected = "v1," + Base64.strict_encode64(OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{time}.#{body}"))
  (Time.now.to_i - time.to_i).abs <= 300 && signatures.split.any? { |each| OpenSSL.secure_compare(each, expected) }
end

# Gatehouse says that a code was deleted.
def hooks(request)
  return [401, "This isn't from Gatehouse."] unless signed?(request, request.body.to_s)
  event = JSON.parse(request.body)
  ACCOUNTS.delete_if { |_, account| account[:code_id] == event["data"]["id"] } if event["type"] == "code.deleted" && !event["test"]
  [200, "Done."]
end

ROUTES = { "POST /sign-up" => method(:sign_up), "POST /exchange" => method(:exchange), "POST /hooks" => method(:hooks),
           "GET /accounts" => ->(_) { [200, ACCOUNTS.size.to_s] } }.freeze

server = WEBrick::HTTPServer.new(BindAddress: "127.0.0.1", Port: ENV.fetch("PORT", 4000).to_i, AccessLog: [])
server.mount_proc("/") do |request, response|
  route = ROUTES.fetch("#{request.request_method} #{request.path}", ->(_) { [404, "There is nothing here."] })
  response.status, message = (route.call(request) rescue AWAY)
  response.content_type = "application/json"
  response.body = { message: message }.to_json
end
server.start
