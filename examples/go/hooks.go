package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// Gatehouse says that a code was deleted.
func hooks(r *http.Request, body []byte) (int, string) {
	id, at := r.Header.Get("webhook-id"), r.Header.Get("webhook-timestamp")
	seconds, _ := strconv.ParseInt(at, 10, 64)
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_"))
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + at + "." + string(body)))
	expected, isSigned := "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)), false
	for _, signature := range strings.Fields(r.Header.Get("webhook-signature")) {
		isSigned = isSigned || hmac.Equal([]byte(signature), []byte(expected))
	}
	if err != nil || len(key) == 0 || !isSigned || math.Abs(float64(time.Now().Unix()-seconds)) > 300 {
		return 401, "This isn't from Gatehouse."
	}
	var event struct {
		Type string
		Test bool
		Data struct{ ID any }
	}
	json.Unmarshal(body, &event)
	accounts.Range(func(email, code any) bool {
		if event.Type == "code.deleted" && !event.Test && code == event.Data.ID {
			accounts.Delete(email)
		}
		return true
	})
	return 200, "Done."
}

func count(*http.Request, []byte) (int, string) {
	total := 0
	accounts.Range(func(_, _ any) bool { total++; return true })
	return 200, strconv.Itoa(total)
}
