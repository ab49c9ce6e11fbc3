package serve_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"image"
	"image/png"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/serve"
	"kinodex/internal/serve/admission"
)

// REQ P-04, P-07, L-08: hostile pictures are refused, and cost nothing.
func TestPicturesThatAreRefused(t *testing.T) {
	t.Parallel()
	s := open(t)
	good := apptest.Picture(1)
	b64 := base64.StdEncoding.EncodeToString(good)
	bomb := slices.Clone(good)
	copy(bomb[16:], "\x00\x00\x27\x10\x00\x00\x27\x10") // 10,000 pixels a side, it says
	for _, c := range []struct {
		name, body, code, param string
		status                  int
	}{
		{"nothing", `{}`, "missing_parameter", "image_b64", 400},
		{"null", `{"image_b64":null}`, "missing_parameter", "image_b64", 400},
		{"empty", `{"image_b64":""}`, "missing_parameter", "image_b64", 400},
		{"an empty data URI", `{"image_b64":"data:image/png;base64,"}`, "missing_parameter", "image_b64", 400},
		{"a number", `{"image_b64":7}`, "invalid_parameter", "image_b64", 400},
		{"an object", `{"image_b64":{"a":"` + b64 + `"}}`, "invalid_parameter", "image_b64", 400},
		{"no base64", `{"image_b64":"!!!!"}`, "invalid_parameter", "image_b64", 400},
		{"base64 cut short", `{"image_b64":"` + b64[:len(b64)-3] + `"}`, "invalid_parameter", "image_b64", 400},
		{"a URI that is not base64", `{"image_b64":"data:image/png,abc"}`, "invalid_parameter", "image_b64", 400},
		{"an address", `{"image_b64":"https://images.example/a.png"}`, "invalid_parameter", "image_b64", 400},
		{"another type", picture(good, "image/gif"), "invalid_parameter", "mime_type", 400},
		{"another type in the URI", `{"image_b64":"data:text/html;base64,` + b64 + `"}`, "invalid_parameter", "mime_type", 400},
		{"two types", `{"image_b64":"data:image/png;base64,` + b64 + `","mime_type":"image/webp"}`, "invalid_parameter", "mime_type", 400},
		{"a type that is no string", `{"image_b64":"` + b64 + `","mime_type":1}`, "invalid_parameter", "mime_type", 400},
		{"a PNG called JPEG", picture(good, "image/jpeg"), "invalid_image", "image_b64", 400},
		{"a PNG called nothing", picture(good, ""), "invalid_image", "image_b64", 400},
		{"a text called PNG", picture([]byte("<script>"), "image/png"), "invalid_image", "image_b64", 400},
		{"a cut picture", picture(good[:len(good)/2], "image/png"), "invalid_image", "image_b64", 400},
		{"a bomb", picture(bomb, "image/png"), "invalid_image", "image_b64", 400},
		{"more than 10 MiB", picture(make([]byte, app.MostPicture+1), "image/png"), "payload_too_large", "image_b64", 413},
		{"exactly 10 MiB of nothing", picture(make([]byte, app.MostPicture), "image/png"), "invalid_image", "image_b64", 400},
		{"more than 15 MiB", `{"image_b64":"` + strings.Repeat("A", 15<<20) + `"}`, "payload_too_large", "", 413},
		{"no JSON", `{"image_b64":"` + b64, "invalid_body", "body", 400},
		{"a key twice", `{"image_b64":"` + b64 + `","image_b64":"` + b64 + `"}`, "invalid_body", "body", 400},
	} {
		if p := s.post(posterAnalyzePath, c.body).fails(c.status, c.code); p.Param != c.param {
			t.Errorf("%s: %+v", c.name, p)
		}
	}
	s.post(posterAnalyzePath, picture(good, "image/png")).is(200).has("X-RateLimit-Remaining", "9999")
	s.ask(request{method: "POST", path: posterAnalyzePath, body: string(good), header: map[string]string{
		"X-API-Key": s.Key(access.Studio), "Content-Type": "image/png"}}).fails(415, "unsupported_media_type")
}

// REQ P-03, A-09, A-10, A-13, A-14, A-16: who may ask, and the sandbox.
func TestWhoMayAskAboutPosters(t *testing.T) {
	t.Parallel()
	s := open(t)
	ask := func(key, method, path, body string, sandbox bool) *answer {
		h := map[string]string{"Content-Type": "application/json"}
		if key != "" {
			h["X-API-Key"] = key
		}
		if sandbox {
			h["X-Sandbox"] = "1"
		}
		return s.ask(request{method: method, path: path, body: body, header: h})
	}
	body := picture(apptest.Picture(1), "image/png")
	for _, plan := range []access.Plan{access.Writer, access.Producer} {
		ask(s.Key(plan), "POST", posterAnalyzePath, "{", false).fails(403, "tier_not_allowed")
	}
	ask("", "POST", posterAnalyzePath, body, false).fails(401, "missing_api_key")
	ask("", "POST", posterAnalyzePath, body, true).fails(401, "missing_api_key") // the keyless sandbox is for reading
	ask(s.Key(access.Studio), "POST", posterAnalyzePath, body, true).fails(403, "sandbox_not_allowed")
	ask(s.Key(access.Studio), "GET", posterAnalyzePath, "", false).fails(405, "method_not_allowed")
	for _, path := range []string{"/api/v1/posters/stats", "/api/v1/posters/films?id=" + apptest.Crossing, "/api/v2/films/" + apptest.Crossing + "/poster-analysis"} {
		ask("", "GET", path, "", false).fails(401, "missing_api_key")
		ask(s.Key(access.Free), "GET", path, "", false).fails(403, "tier_not_allowed")
		ask(s.Key(access.Writer), "GET", path, "", false).is(200).has("X-RateLimit-Limit", "10")
		for _, key := range []string{"", s.Key(access.Writer)} {
			if a := ask(key, "GET", path, "", true).is(200); !strings.Contains(string(a.body), `"sandbox":true`) {
				t.Errorf("%s does not say that it comes from the sandbox", path)
			}
		}
	}
}

// REQ L-08: under more pictures than can be unpacked at a time, some are
// answered, the rest is turned away for free, and memory stays bounded.
func TestManyLargePictures(t *testing.T) {
	if testing.Short() {
		t.Skip("unpacks large pictures")
	}
	s := open(t, func(o *serve.Options) {
		o.Limits = admission.Limits{Heavy: 4, Bodies: 24 << 20, Patience: 200 * time.Millisecond}
	})
	key := s.NewKey(access.Studio, access.Studio.DefaultScopes(), false)
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewRGBA64(image.Rect(0, 0, 4000, 4000))); err != nil { // 128 MB unpacked
		t.Fatal(err)
	}
	body := picture(b.Bytes(), "image/png")
	runtime.GC()
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	done := make(chan struct{})
	peak := make(chan uint64)
	go func() {
		most := uint64(0)
		for {
			select {
			case <-done:
				peak <- most
				return
			case <-time.After(5 * time.Millisecond):
				var now runtime.MemStats
				runtime.ReadMemStats(&now)
				most = max(most, now.HeapAlloc)
			}
		}
	}()
	var mu sync.Mutex
	statuses := map[int]int{}
	var all sync.WaitGroup
	for range 12 {
		all.Go(func() {
			req, _ := http.NewRequest("POST", s.url+posterAnalyzePath, strings.NewReader(body))
			req.Header.Set("X-API-Key", key)
			req.Header.Set("Content-Type", "application/json")
			status := 0
			if res, err := http.DefaultClient.Do(req); err == nil {
				status = res.StatusCode
				res.Body.Close()
			}
			mu.Lock()
			defer mu.Unlock()
			statuses[status]++
		})
	}
	all.Wait()
	close(done)
	if statuses[200] == 0 || statuses[200]+statuses[503]+statuses[0] != 12 {
		t.Errorf("answers %v", statuses)
	}
	if grown := int64(<-peak) - int64(before.HeapAlloc); grown > 500<<20 {
		t.Errorf("the heap grew by %d MiB", grown>>20)
	}
	s.post(posterAnalyzePath, picture(apptest.Picture(3), "image/png")).is(200) // every place was given back
}

// One who goes away while waiting for a place leaves none taken.
func TestAPictureIsGivenUp(t *testing.T) {
	t.Parallel()
	s := open(t)
	v := apptest.Visit(t, s.App, s.Caller(s.Key(access.Studio)))
	defer v.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 5 {
		if _, err := v.AnalyzePoster(ctx, app.AnalyzePosterQuestion{Field: "image_b64", Image: apptest.Picture(1), Type: "image/png"}); !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
	}
	if v.Bill().Metered {
		t.Error("an analysis for nobody was billed")
	}
	s.post(posterAnalyzePath, picture(apptest.Picture(3), "image/png")).is(200)
}
