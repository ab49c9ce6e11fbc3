package admin

import (
	"strings"
	"testing"

	"kinodex/internal/serve/traffic"
	"kinodex/internal/serve/wire"
)

// Every code that a refusal may have is said in words, whose beginning is the kind of reason.
func TestEveryRefusalHasWords(t *testing.T) {
	for _, c := range wire.Codes() {
		if words := whyRefused(string(c.Kind)); wire.IsRefusal(wire.Status(c.Kind)) && !strings.Contains(words, ": ") {
			t.Errorf("%s is said as %q", c.Kind, words)
		}
	}
	if got := whyRefused("a_new_code"); got != "a_new_code" {
		t.Errorf("an unknown code is said as %q", got)
	}
}

func TestFindingsSayWhatTheCountsSay(t *testing.T) {
	refused := func(code string, n int) traffic.RefusalCount {
		return traffic.RefusalCount{Refused: traffic.Refused{Plan: "free", Code: code}, Count: n}
	}
	routes := []traffic.RouteReport{
		{Route: "/films", Counts: traffic.Counts{Requests: 1000, Rejected: 3}, P95: 0.004},
		{Route: "none", Counts: traffic.Counts{Requests: 40, Rejected: 40}, P95: 0.0005},
		{Route: "/analyze", Counts: traffic.Counts{Requests: 25, Failed: 1}, P95: 1.25},
		{Route: "/slow/once", Counts: traffic.Counts{Requests: 1}, P95: 30},
	}
	for got, want := range map[string]string{
		minutesFinding(traffic.Counts{}):                          "Nobody has asked anything yet",
		minutesFinding(traffic.Counts{Requests: 1, Answered: 1}):  "None of 1 request failed",
		minutesFinding(traffic.Counts{Requests: 1066, Failed: 1}): "1 of 1,066 requests failed (0.1%)",
		timesFinding(routes):                                      "Slowest of the routes with 20 requests or more: /analyze, where 95 of 100 took at most 1,250 ms",
		timesFinding(routes[3:]):                                  "Time of an answer by route",
		errorsFinding(routes):                                     "Most errors: no such path, 40 of 40 requests",
		errorsFinding(routes[3:]):                                 "No request had an error",
		refusalsFinding(nil):                                      "Nobody was refused",
		refusalsFinding([]traffic.RefusalCount{refused("x", 1)}):  "Most refusals: x, 1 of 1",
		refusalsFinding([]traffic.RefusalCount{refused("rate_limited", 2), refused("quota_exceeded", 3), refused("rate_limited", 2)}): "Most refusals: rate limit, 4 of 7",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
