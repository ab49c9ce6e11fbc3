package conformance

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"strconv"
)

// cached is what answers of version 2 to GET may be kept for.
const cached = "public, max-age=300, stale-while-revalidate=3600"

// caching checks what an answer says of itself to caches and clients that ask again.
func (r *runner) caching() {
	r.group = "caching"
	for _, path := range []string{"/api/v2/films?limit=3", "/api/v2/films/{id}"} {
		path := r.with(path)
		if path == "" {
			continue
		}
		r.expect(path+" may be kept, and names what it depends on", question{path: path}, func(a *reply) error {
			err := errors.Join(a.is(http.StatusOK), a.has("Cache-Control", cached), a.mentions("Vary", "X-API-Key", "Authorization", "X-Sandbox", "Accept-Encoding"))
			for _, name := range []string{"ETag", "X-Request-Id", "X-Service-Version"} {
				if a.header.Get(name) == "" {
					err = errors.Join(err, a.differs("no %s", name))
				}
			}
			return err
		})
		r.expect(path+" is 304 for who has it", question{path: path}, func(a *reply) error {
			again, err := r.ask(question{path: path, header: map[string]string{"If-None-Match": a.header.Get("ETag")}})
			if err != nil {
				return err
			}
			if err := errors.Join(again.is(http.StatusNotModified), again.has("ETag", a.header.Get("ETag")), again.has("Cache-Control", cached)); err != nil {
				return err
			}
			if len(again.body) > 0 {
				return again.differs("a 304 has a body")
			}
			other, err := r.ask(question{path: path, header: map[string]string{"If-None-Match": `"another"`}})
			return errors.Join(err, other.is(http.StatusOK))
		})
		r.expect(path+" is the same when it is compressed", question{path: path}, func(a *reply) error {
			coded, err := r.ask(question{path: path, header: map[string]string{"Accept-Encoding": "gzip"}})
			if err != nil {
				return err
			}
			if coded.header.Get("Content-Encoding") == "" {
				return skipReason("the answer is not compressed")
			}
			z, err := gzip.NewReader(bytes.NewReader(coded.body))
			if err != nil {
				return coded.differs("it is not gzip: %v", err)
			}
			plain, err := io.ReadAll(io.LimitReader(z, mostRead))
			if err != nil || !bytes.Equal(plain, a.body) {
				return coded.differs("another body than without compression (%d bytes, %d), %v", len(plain), len(a.body), err)
			}
			if coded.header.Get("ETag") == a.header.Get("ETag") {
				return coded.differs("the same strong ETag for other bytes")
			}
			return nil
		})
		r.expect("HEAD "+path+" is GET without a body", question{path: path}, func(a *reply) error {
			head, err := r.ask(question{method: http.MethodHead, path: path})
			if err != nil {
				return err
			}
			err = head.is(http.StatusOK)
			for _, name := range []string{"Content-Type", "Content-Length", "ETag", "Cache-Control"} {
				if name == "Content-Length" && a.header.Get(name) == "" {
					continue // the length was not known when the answer began
				}
				err = errors.Join(err, head.has(name, a.header.Get(name)))
			}
			return err
		})
	}
	r.expect("what was posted is not kept", question{method: "POST", path: "/api/v1/recommend", body: `{"liked":[]}`}, func(a *reply) error {
		return a.has("Cache-Control", "no-store")
	})
	r.expect("version 1 says that it is deprecated", question{path: "/api/v1/films?limit=1"}, func(a *reply) error {
		if a.header.Get("Deprecation") == "" {
			return a.differs("no Deprecation")
		}
		return nil
	})
}

// browsers checks what lets pages of other origins ask.
func (r *runner) browsers() {
	r.group = "browsers"
	r.expect("a page elsewhere may ask before it asks", question{method: http.MethodOptions, path: "/api/v2/films", keyless: true, header: map[string]string{
		"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "x-api-key"}}, func(a *reply) error {
		return errors.Join(a.is(http.StatusNoContent), a.has("Access-Control-Allow-Origin", "*"), a.mentions("Access-Control-Allow-Methods", "GET"), a.mentions("Access-Control-Allow-Headers", "X-API-Key", "X-Sandbox", "If-None-Match"))
	})
	r.expect("it may read the answer and its headers", question{path: "/api/v2/films?limit=1", header: map[string]string{"Origin": "https://elsewhere.example"}}, func(a *reply) error {
		return errors.Join(a.has("Access-Control-Allow-Origin", "*"), a.mentions("Access-Control-Expose-Headers", "ETag", "X-RateLimit-Remaining", "Retry-After"))
	})
	r.expect("it may read a refusal", question{path: "/api/v2/films", keyless: true, header: map[string]string{"Origin": "https://elsewhere.example"}}, func(a *reply) error {
		return errors.Join(a.is(http.StatusUnauthorized), a.has("Access-Control-Allow-Origin", "*"))
	})
}

// account is what a key is told of itself.
type account struct {
	Data struct {
		Mode, Tier string
		Sandbox    bool // the key is of the sandbox
		Limit      *int `json:"daily_limit"`
		Used       *int `json:"used_today"`
	}
}

// me asks what is left of the key's day, which is free.
func (r *runner) me() (who account, err error) {
	a, err := r.ask(question{path: "/api/v1/me", live: true})
	if err != nil {
		return who, err
	}
	return who, errors.Join(a.is(http.StatusOK), a.json(&who))
}

// budget checks what is counted and said of it. It costs two requests.
func (r *runner) budget() {
	r.group = "budget"
	before, err := r.me()
	metered := err == nil && before.Data.Used != nil && before.Data.Limit != nil && before.Data.Mode == "api_key" && !before.Data.Sandbox
	r.expect("the sandbox says so and counts nothing", question{path: "/api/v2/films?limit=1&fields=title"}, func(a *reply) error {
		var p struct{ Meta struct{ Sandbox bool } }
		if err := errors.Join(a.is(http.StatusOK), a.json(&p)); err != nil {
			return err
		}
		if !p.Meta.Sandbox {
			return a.differs("meta.sandbox is not true")
		}
		after, err := r.me()
		if metered && err == nil && after.Data.Used != nil && *after.Data.Used != *before.Data.Used {
			return a.differs("it was counted: %d requests before, %d after", *before.Data.Used, *after.Data.Used)
		}
		return err
	})
	r.check("a request is counted once, and the answer says what is left", func() error {
		if err != nil {
			return err
		}
		if !metered {
			return skipReason("the key has no daily budget, or is of the sandbox")
		}
		if *before.Data.Limit-*before.Data.Used < 2 {
			return skipReason("the key has no two requests left today")
		}
		first, err := r.ask(question{path: "/api/v2/films?limit=1&fields=title", live: true})
		if err != nil {
			return err
		}
		second, err := r.ask(question{path: "/api/v2/films?limit=1&fields=title", live: true})
		if err != nil {
			return err
		}
		free, err := r.ask(question{path: "/api/v2/films?limit=1&fields=title", live: true, header: map[string]string{"If-None-Match": first.header.Get("ETag")}})
		if err != nil {
			return err
		}
		if err := errors.Join(first.is(http.StatusOK), second.is(http.StatusOK), first.has("X-RateLimit-Limit", strconv.Itoa(*before.Data.Limit)), free.is(http.StatusNotModified)); err != nil {
			return err
		}
		left := func(a *reply) int { n, _ := strconv.Atoi(a.header.Get("X-RateLimit-Remaining")); return n }
		if left(second) != left(first)-1 {
			return second.differs("X-RateLimit-Remaining is %q after %q", second.header.Get("X-RateLimit-Remaining"), first.header.Get("X-RateLimit-Remaining"))
		}
		if reset, err := strconv.ParseInt(first.header.Get("X-RateLimit-Reset"), 10, 64); err != nil || reset%86400 != 0 {
			return first.differs("X-RateLimit-Reset is %q, want 00:00 UTC in seconds since 1970", first.header.Get("X-RateLimit-Reset"))
		}
		after, err := r.me()
		if err == nil && after.Data.Used != nil && *after.Data.Used != *before.Data.Used+2 {
			return second.differs("two requests and a 304 were counted as %d", *after.Data.Used-*before.Data.Used)
		}
		return err
	})
}
