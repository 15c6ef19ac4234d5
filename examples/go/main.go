// Only people with a code can create an account. Go's standard library.
package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"time"
)

// In your database: the ID of the code that the account of each email was created with.
var accounts sync.Map

// Claims a code or exchanges a token, and then creates the account, so that none exists without a claim.
func createAccount(path string, body map[string]any) (int, string) {
	text, _ := json.Marshal(body)
	request, _ := http.NewRequest("POST", os.Getenv("GATEHOUSE")+"/api"+path, bytes.NewReader(text))
	request.Header = http.Header{"Authorization": {"Bearer " + os.Getenv("KEY")}, "Content-Type": {"application/json"}}
	var reply struct {
		Message string
		Data    struct{ Lead, ClaimedCode, Code any } // The exchange returns the record of the code as `code`.
	}
	client := http.Client{Timeout: 5 * time.Second} // A person waits for the answer, so it is given up after some seconds.
	response, err := client.Do(request)
	if err == nil {
		defer response.Body.Close()
		err = json.NewDecoder(response.Body).Decode(&reply)
	}
	if err != nil || response.StatusCode == 401 || response.StatusCode >= 500 {
		return 503, "You can't sign up at the moment. Try again in a few minutes."
	}
	lead, isLead := reply.Data.Lead.(map[string]any)
	if response.StatusCode != 200 || !isLead {
		return 422, reply.Message // It is made for the person who signs up.
	}
	code, isRecord := reply.Data.Code.(map[string]any)
	if !isRecord {
		code, _ = reply.Data.ClaimedCode.(map[string]any)
	}
	// Without `emailVerified` of an exchange, email them a link before the account can do anything.
	accounts.Store(lead["email"], code["id"])
	return 200, "Welcome!"
}

// The person types their code into your form.
func signUp(r *http.Request, body []byte) (int, string) {
	var form struct{ Email, Code string }
	json.Unmarshal(body, &form)
	ip, _, _ := net.SplitHostPort(r.RemoteAddr) // Behind a proxy, the address in the header that your proxy sets.
	return createAccount("/codes/claim", map[string]any{"code": form.Code, "email": form.Email, "visitor": map[string]string{"ip": ip}})
}

// They claimed it on a page with the public key, which sends you the claim token.
func exchange(r *http.Request, body []byte) (int, string) {
	if r.Header.Get("Content-Type") != "application/json" {
		return 415, "Send JSON." // Pages of others can't, so they can't create an account in someone's browser.
	}
	var form struct{ ClaimToken string }
	json.Unmarshal(body, &form)
	return createAccount("/claims/exchange", map[string]any{"claimToken": form.ClaimToken})
}

func main() {
	for path, handle := range map[string]func(*http.Request, []byte) (int, string){"/sign-up": signUp, "/exchange": exchange, "/hooks": hooks, "/accounts": count} {
		handle := handle
		http.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(http.MaxBytesReader(w, r.Body, 1_000_000))
			status, message := handle(r, body)
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			json.NewEncoder(w).Encode(map[string]string{"message": message})
		})
	}
	http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil)
}
