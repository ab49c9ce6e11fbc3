package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"math"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/blob/s3"
	"kinodex/internal/ledger"
	"kinodex/internal/ledger/pgdb"
	"kinodex/internal/ledger/redismeter"
	"kinodex/internal/ledger/sqldb"
	"kinodex/internal/llm/anthropic"
	"kinodex/internal/tracing"
)

// mostSkew is how far the clocks of two machines may be apart before days and expiries differ in ways
// that callers notice.
const mostSkew = 2 * time.Second

// skew compares this machine's clock with another system's, which was asked between two
// moments. It may be one that tells whole seconds.
func (r *checkUp) skew(whose string, theirs, before, after time.Time) {
	apart := theirs.Sub(before.Add(after.Sub(before) / 2))
	if apart.Abs() > mostSkew+after.Sub(before) {
		r.fail("clock", "keep the clocks of both machines right with NTP: days of budgets, sessions and links are reckoned by them",
			"%s says %s, which is %v from this machine's clock", whose, theirs.UTC().Format(time.RFC3339), apart.Round(time.Second))
		return
	}
	r.ok("clock", "this machine's and %s agree", whose)
}

// bucketsClock compares this machine's clock with that of a bucket's store. A store that
// does not answer is told of by the check of the bucket.
func (r *checkUp) bucketsClock(ctx context.Context, at string) {
	if !strings.HasPrefix(at, "s3:") {
		return
	}
	b, err := s3.Open(at)
	if err != nil {
		return
	}
	before := time.Now()
	theirs, err := b.Clock(ctx)
	if err != nil || theirs.IsZero() {
		return
	}
	r.skew("the bucket's ("+b.Host()+")", theirs, before, time.Now())
}

// adviceIn is what a store that did not let us in advises, or else otherwise.
func adviceIn(err error, otherwise string) string {
	var refused *ledger.OpenError
	if errors.As(err, &refused) && refused.Advice != "" {
		return refused.Advice
	}
	return otherwise
}

// cause is err without the advice in it.
func cause(err error) error {
	var refused *ledger.OpenError
	if errors.As(err, &refused) {
		return &ledger.OpenError{Where: refused.Where, Err: refused.Err}
	}
	return err
}

// books looks at the ledger without opening it, since to open it brings its schema up to date.
func (r *checkUp) books(ctx context.Context) {
	at := cmp.Or(r.Ledger, "sqlite:"+ledgerIn(r.Data))
	scheme, path, _ := strings.Cut(at, ":")
	switch {
	case scheme == "postgres" || scheme == "postgresql":
		r.postgres(ctx, at)
	case scheme == "sqlite" && path != "":
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			r.ok("ledger", "%s does not exist yet; kinodex serve makes it", path)
			return
		}
		schema, err := sqldb.SchemaOf(ctx, path)
		if err != nil {
			r.fail("ledger", "check who owns the file and whether it is a ledger; restore a backup with kinodex ledger restore", "%v", err)
			return
		}
		r.schema("SQLite file "+path, schema, sqldb.Schema())
	default:
		r.fail("ledger", "give --ledger (KINODEX_LEDGER) such an address", "%v", errNoAddress)
	}
}

func (r *checkUp) postgres(ctx context.Context, at string) {
	before := time.Now()
	state, err := pgdb.Inspect(ctx, at)
	if err != nil {
		r.fail("ledger", adviceIn(err, "check that the server runs, that this machine may reach it, and user and password in KINODEX_LEDGER"), "%v", cause(err))
		return
	}
	r.skew("the database's", state.Now, before, time.Now())
	if state.ReadOnly {
		r.fail("ledger", "name the primary; target_session_attrs=read-write in the address finds it among several hosts", "PostgreSQL %s takes no writes: it is a standby, or set read-only", state.Server)
		return
	}
	r.schema("PostgreSQL "+state.Server, state.Schema, pgdb.Schema())
}

// schema compares a ledger's schema with the program's.
func (r *checkUp) schema(where string, has, knows int) {
	switch {
	case has > knows:
		r.fail("ledger", "run the newer program, or restore the backup that was made before it", "%s has schema %d; this program knows %d", where, has, knows)
	case has == 0:
		r.ok("ledger", "%s has no tables of Kinodex yet; kinodex serve makes them", where)
	case has < knows:
		r.warn("ledger", "kinodex ledger backup before the server starts: it brings the schema up to date, and older programs refuse it then", "%s has schema %d; this program will make it %d", where, has, knows)
	default:
		r.ok("ledger", "%s, schema %d", where, has)
	}
}

// meters writes one count, on the meter that /readyz uses.
func (r *checkUp) meters(ctx context.Context) {
	if r.Meters == "" {
		return
	}
	m, err := redismeter.Open(ctx, r.Meters)
	if err == nil {
		_, _, err = m.Spend(ctx, "probe", ledger.DayOf(time.Now()), 1, math.MaxInt32)
		err = errors.Join(err, m.Close())
	}
	if err != nil {
		r.fail("meters", adviceIn(err, "check that Redis or Valkey runs, takes writes (role, disk, maxmemory with noeviction), and the password in KINODEX_METERS"), "%v", cause(err))
		return
	}
	r.ok("meters", "they take writes")
}

// bucket writes an object, reads it and removes it.
func (r *checkUp) bucket(ctx context.Context) {
	if _, err := os.Stat(r.Data); r.Bucket == "" && err != nil {
		return // kinodex serve makes it
	}
	r.bucketsClock(ctx, r.Bucket)
	b, err := openBucket(ctx, r.Data, r.Bucket, nil)
	if err != nil {
		r.fail("bucket", "check endpoint, name and region in --bucket, and AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY", "%v", err)
		return
	}
	defer b.Close()
	key, text := "doctor/"+strings.ToLower(access.RandomBase62(12)), []byte("written by kinodex doctor, to be removed")
	err = b.Put(ctx, key, bytes.NewReader(text), int64(len(text)), "text/plain")
	if err == nil {
		err = sameObject(ctx, b, key, text)
		err = errors.Join(err, b.Delete(ctx, key))
	}
	if err != nil {
		r.fail("bucket", "allow the credentials to get, put, list and delete objects; a full disk refuses them, too", "%v", err)
		return
	}
	r.ok("bucket", "objects can be written, read and removed")
}

// sameObject reads an object back.
func sameObject(ctx context.Context, b *bucket, key string, want []byte) error {
	o, err := b.Get(ctx, key)
	if err != nil {
		return err
	}
	defer o.Body.Close()
	switch got, err := io.ReadAll(o.Body); {
	case err != nil:
		return err
	case !bytes.Equal(got, want):
		return errors.New("an object was read back that differs from what was written")
	}
	return nil
}

// model asks the language model's provider for its list of models, which costs nothing.
func (r *checkUp) model(ctx context.Context) {
	if r.LLM == "" {
		return
	}
	at, err := parseModel(r.LLM)
	if err != nil {
		r.fail("model", "mend --llm (KINODEX_LLM)", "%v", err)
		return
	}
	key, list := strings.TrimSpace(os.Getenv(llmKey)), strings.TrimSuffix(at.base, "/")+"/models"
	if at.protocol == "anthropic" {
		list = strings.TrimSuffix(strings.TrimSuffix(at.base, "/"), "/v1") + "/v1/models"
	}
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, list, nil)
	if err != nil {
		r.fail("model", "mend --llm (KINODEX_LLM)", "%v", err)
		return
	}
	if key != "" && at.protocol == "anthropic" {
		q.Header.Set("X-Api-Key", key)
		q.Header.Set("Anthropic-Version", anthropic.Version)
	} else if key != "" {
		q.Header.Set("Authorization", "Bearer "+key)
	}
	resp, err := direct().Do(q) // the key is for this host
	if err != nil {
		r.fail("model", "check that the provider's server runs and that this machine may reach it; until then the built-in engine cannot stand in, and these routes answer 503", "%s does not answer: %v", at.host, err)
		return
	}
	resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusUnauthorized || resp.StatusCode == http.StatusForbidden:
		r.fail("model", "put a valid key into "+llmKey, "%s refuses the key: %d", at.host, resp.StatusCode)
	case resp.StatusCode >= http.StatusInternalServerError:
		r.warn("model", "ask again, or look at the provider's own status", "%s answers %d", at.host, resp.StatusCode)
	default:
		r.ok("model", "%s answers; model %s is not tried, since that may cost", at.host, at.model)
	}
}

// direct returns a client that follows no redirect.
func direct() *http.Client {
	return &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// traces opens a connection to the receiver.
func (r *checkUp) traces(ctx context.Context) {
	at := cmp.Or(r.Traces, os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"), os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT"))
	if at == "" || !tracing.Configured(at) {
		return
	}
	u, err := url.Parse(at)
	if err != nil || u.Host == "" {
		r.fail("traces", "give --traces an address such as http://localhost:4318", "%q is no address", at)
		return
	}
	port := cmp.Or(u.Port(), map[string]string{"https": "443"}[u.Scheme], "80")
	c, err := new(net.Dialer).DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), port))
	if err != nil {
		r.warn("traces", "start the receiver (OTLP over HTTP, usually port 4318); the service runs without it", "%v", err)
		return
	}
	_ = c.Close()
	r.ok("traces", "%s takes connections", u.Host)
}
