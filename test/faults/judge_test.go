package main

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// What is held against clients' answers is found, and nothing else.
func TestJudge(t *testing.T) {
	at := time.Now()
	answers := func(ok, refused, cut int) (all []*answer) {
		add := func(n int, a answer) {
			for range n {
				a.sent = at.Add(time.Duration(len(all)) * 100 * time.Millisecond)
				a.came = a.sent.Add(time.Millisecond)
				copied := a
				all = append(all, &copied)
			}
		}
		add(ok, answer{status: 200})
		add(refused, answer{status: 503, retry: "5"})
		add(cut/2, answer{status: 502})
		add(cut-cut/2, answer{err: errors.New("reset")})
		return all
	}
	generous := limits{cut: 10, failing: time.Minute}
	for _, c := range []struct {
		name             string
		ok, refused, cut int
		counted          int
		limits           limits
		wrong            string // empty when nothing is
	}{
		{"all is paid for", 10, 0, 0, 10, limits{}, ""},
		{"an answer is not paid for", 10, 0, 0, 9, generous, "not paid for"},
		{"it may be forgotten", 10, 0, 0, 0, limits{lost: true}, ""},
		{"an answer is paid for twice", 10, 0, 0, 11, generous, "counted without an answer"},
		{"what was cut off may be counted", 10, 0, 3, 13, generous, ""},
		{"but not more", 10, 0, 3, 14, generous, "counted without an answer"},
		{"a refusal is not paid for", 10, 5, 0, 11, generous, "counted without an answer"},
		{"too many are cut off", 10, 0, 11, 10, generous, "cut off"},
		{"it fails for too long", 10, 30, 0, 10, limits{failing: time.Second}, "failed over"},
		{"nothing is answered", 0, 3, 0, 0, generous, "nothing was answered"},
		{"a fault that must be felt is not", 10, 0, 0, 10, limits{felt: true}, "nothing was taken away"},
		{"one that must be felt is", 10, 3, 0, 10, limits{felt: true, failing: time.Second}, ""},
	} {
		r := judge(scenario{limits: c.limits}, answers(c.ok, c.refused, c.cut), c.counted)
		if told := strings.Join(r.wrong, "; "); (told == "") != (c.wrong == "") || !strings.Contains(told, c.wrong) {
			t.Errorf("%s: %q, want %q", c.name, told, c.wrong)
		}
	}
	r := judge(scenario{limits: generous}, []*answer{{status: 503}, {status: 200}, {status: 500, body: []byte(`{"code":"internal_error"}`)}}, 1)
	if told := strings.Join(r.wrong, "; "); r.other != 2 || !strings.Contains(told, "503") || !strings.Contains(told, "internal_error") {
		t.Errorf("other answers: %d, %q", r.other, told)
	}
}

// A fault that is not over when the load ends is found, however short that was.
func TestTheServiceIsWellAfterAFault(t *testing.T) {
	at := time.Now()
	for _, c := range []struct {
		failed time.Duration // before the end
		wrong  bool
	}{{0, true}, {400 * time.Millisecond, true}, {time.Second, false}} {
		var all []*answer
		for ago := 2 * time.Second; ago >= 0; ago -= 100 * time.Millisecond {
			a := &answer{status: 200, sent: at.Add(-ago)}
			if ago == c.failed {
				a.status, a.retry = 503, "1"
			}
			all = append(all, a)
		}
		var r row
		if recovered(all, &r); (len(r.wrong) > 0) != c.wrong {
			t.Errorf("a failure %v before the end: %v", c.failed, r.wrong)
		}
	}
}

// Answers of two generations, and replicas that change one after the other, are found.
func TestGenerationsInAnswers(t *testing.T) {
	at := time.Now()
	of := func(after time.Duration, titles ...string) *answer {
		body := ""
		for _, title := range titles {
			body += `{"title":"` + title + ` Night 1"}`
		}
		return &answer{status: 200, body: []byte(body), sent: at.Add(after), came: at.Add(after)}
	}
	for _, c := range []struct {
		name  string
		all   []*answer
		wrong string
	}{
		{"all change at once", []*answer{of(0, first, first), of(time.Second, second), of(2*time.Second, second)}, ""},
		{"one is a little late", []*answer{of(0, first), of(time.Second, second), of(2*time.Second, first), of(3*time.Second, second)}, ""},
		{"one is late", []*answer{of(0, first), of(time.Second, second), of(9*time.Second, first), of(10*time.Second, second)}, "after others"},
		{"nothing changes", []*answer{of(0, first)}, "one generation"},
		{"an answer is of two", []*answer{of(0, first), of(time.Second, first, second), of(2*time.Second, second)}, "First and Second"},
		{"no answer tells", []*answer{of(0)}, "tells its generation"},
	} {
		var r row
		unmixed(c.all, &r)
		together(c.all, &r)
		if told := strings.Join(r.wrong, "; "); (told == "") != (c.wrong == "") || !strings.Contains(told, c.wrong) {
			t.Errorf("%s: %q, want %q", c.name, told, c.wrong)
		}
	}
}
