package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"runtime/debug"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/blob"
	"kinodex/internal/blob/disk"
	"kinodex/internal/identity"
	"kinodex/internal/library"
	"kinodex/internal/scratch"
	"kinodex/internal/serve"
	"kinodex/internal/serve/admission"
	"kinodex/internal/serve/site"
)

// ServeCmd serves the library of a data directory.
type ServeCmd struct {
	Addr           string              `help:"Address on which the server listens. Example: 0.0.0.0:8080" default:"127.0.0.1:8080"`
	Data           string              `help:"Data directory. A new one gets the starter library and a ledger. Example: /var/lib/kinodex" default:"data" type:"path"`
	Ledger         string              `help:"Ledger: the database of accounts, keys and spending, as sqlite:PATH or postgres://… If the URL names several hosts, the server uses the one that accepts writes. Set a URL with a password in KINODEX_LEDGER, because other users of the machine can read command lines. Default: kinodex.db in the data directory. Example: sqlite:/var/lib/kinodex/kinodex.db" placeholder:"URL"`
	Meters         string              `help:"Redis that counts spending instead of the ledger: redis://HOST:PORT/0, redis://HOST1:PORT,HOST2:PORT/0?master=NAME for Sentinel, or redis://HOST1:PORT,HOST2:PORT for a cluster. Example: redis://cache.example.com/0" placeholder:"URL"`
	Bucket         string              `help:"Bucket for snapshots and posters: dir:PATH, or s3://NAME/PREFIX?endpoint=…&region=… with credentials in the environment (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY). Default: the folder objects in the data directory. Example: s3://films?endpoint=https://s3.example.com&region=eu-west-1" placeholder:"URL"`
	Library        string              `help:"Bucket from which the server fetches its library, with the same address as for kinodex library publish: dir:PATH or s3://… The server then serves the generation that the bucket names and installs no starter library. Example: s3://films/library?endpoint=https://s3.example.com&region=eu-west-1" placeholder:"URL"`
	LibraryPoll    time.Duration       `name:"library-poll" help:"Time between two checks of the bucket of --library, varied at random by up to a fifth. Example: 1m" default:"15s"`
	LLM            string              `name:"llm" help:"Language model for the writers' room and for prose on posters. Default: none. Set its key in KINODEX_LLM_KEY. Example: openai:http://localhost:11434/v1?model=qwen3:8b, or anthropic:?model=NAME" placeholder:"URL"`
	Encoder        string              `help:"Compare descriptions of films with synopses by meaning, not only by words: on or off. On takes 20 MB of memory after the first description." enum:"on,off" default:"on"`
	Snapshots      bool                `help:"Make a snapshot after each new library generation. Example: --no-snapshots" default:"true" negatable:""`
	Formats        names               `name:"snapshot-formats" help:"Formats of the snapshot, comma-separated: ndjson (always made), parquet and sqlite. Example: ndjson,parquet" default:"ndjson,parquet,sqlite" placeholder:"FORMATS"`
	BaseURL        string              `name:"base-url" help:"Public base URL of the service, for links in answers and snapshots. Without it, answers use the address of the request, and snapshots use relative links, or the server's own address if it listens on loopback. Example: https://films.example.com" placeholder:"URL"`
	TrustedProxies []netip.Prefix      `help:"Proxies whose X-Forwarded headers the server trusts, comma-separated. Example: 10.0.0.0/8,127.0.0.1/32" placeholder:"CIDR"`
	CacheControl   string              `name:"cache-control" help:"Caches that may store answers to requests with a key: public (shared caches too) or private (only the caller's own cache, which must not store links to snapshots). Example: private" enum:"public,private" default:"public"`
	AllowedOrigins []origin            `name:"allowed-origins" help:"Origins of web pages that may call the connector besides the service's own pages, comma-separated, or * for all. Example: https://agent.example.com" placeholder:"ORIGIN"`
	MaxAtWork      int                 `help:"Maximum number of concurrent metered requests. The server reserves a quarter for the Studio plan. 0: 64 per processor. Example: 256" default:"0"`
	MaxWaiting     int                 `help:"Maximum number of requests in the queue. The server answers further requests with 503. 0: 512 per processor. Example: 1000" default:"0"`
	MaxWait        time.Duration       `help:"Maximum time that a request waits in the queue. 0: one second. Example: 500ms" default:"0"`
	MaxStreams     int                 `help:"Maximum number of concurrent streams. 0: 8 per processor. Example: 32" default:"0"`
	Pace           float64             `help:"Metered requests per second that one account may make on average. 0: no limit. Example: 20" default:"0"`
	PaceBurst      int                 `help:"Burst size for --pace: requests that one account may make at once. 0: as many as --pace allows in one second. Example: 50" default:"0"`
	Plans          string              `help:"File that overrides the published daily budgets and operations of the plans; see docs/operations.md. Example: plans.json" placeholder:"FILE" type:"path"`
	SignUp         identity.SignUpMode `name:"sign-up" help:"People who may open an account on the site: open (everybody, on the Free plan), invite (people with a link from kinodex account invite) or off (nobody, even with a link). Example: open" default:"invite" placeholder:"WHO"`
	NoSignUp       bool                `name:"no-sign-up" help:"Same as --sign-up off." hidden:"" env:"-"`
	Site           string              `help:"Access to the site: public (everybody sees the public pages), signed-in (people must sign in to see any page) or off (the server has only the pages for signing in)." enum:"public,signed-in,off" default:"public"`
	Compat         names               `name:"compat" help:"Interfaces of other services that the server also answers, from its own films, comma-separated: tmdb (at /tmdb/3, and at /3), omdb (at /omdb, and at / with apikey) and stremio (an add-on, at /stremio/manifest.json); see docs/compat.md. Example: tmdb,omdb" placeholder:"NAME"`
	ClientDocs     bool                `name:"client-documents" help:"Accept connector clients whose id is the https address of a document. The server fetches that document. Example: --no-client-documents" default:"true" negatable:""`
	OIDCIssuer     string              `name:"oidc-issuer" help:"OpenID Connect provider through which people may sign in. Set the client secret in KINODEX_OIDC_CLIENT_SECRET. Example: https://accounts.example.com" placeholder:"URL"`
	OIDCClientID   string              `name:"oidc-client-id" help:"Client id of this service at that provider. Example: kinodex" placeholder:"ID"`
	AdminAddr      string              `name:"admin-addr" help:"Separate address for /metrics and profiles (/debug/pprof/), which only operators should reach. The public address then has no /metrics. Example: 127.0.0.1:9090" placeholder:"ADDR"`
	PublicMetrics  bool                `name:"public-metrics" help:"Always serve /metrics on the public address. Without this flag, only a server that listens on loopback and has no --admin-addr does so."`
	Traces         string              `help:"Receiver of OpenTelemetry traces of requests, over OTLP and HTTP. The standard variables OTEL_EXPORTER_OTLP_… apply too. The server sends no traces when neither is set. Example: http://localhost:4318" placeholder:"URL"`
	LogClients     serve.ClientLog     `name:"log-clients" help:"Client addresses in the log: full, truncated (to /24, or to /48 for IPv6) or off." default:"full" placeholder:"HOW"`
	LogLevel       slog.Level          `help:"Minimum level of log messages: debug, info, warn or error." default:"info"`
	DrainNotice    time.Duration       `help:"Time between SIGTERM and closing the listener, while /readyz answers 503. Set it above your load balancer's check interval. Example: 5s" default:"1s"`
	UpdateEvery    time.Duration       `name:"update-every" help:"Time between two runs of kinodex update. An update runs in a separate process at the lowest priority. Set its other flags in the environment (KINODEX_MOVIEDB_FILMS, KINODEX_SCRIPTS, …). 0: never. Example: 24h" default:"0"`
	UpdateMemory   int64               `name:"update-memory" help:"Memory limit of an update, in megabytes. The server ends an update that exceeds it. Example: 3000" default:"4000"`
	Drain          time.Duration       `help:"Time that open requests have to finish after the listener closes." default:"20s"`

	// demo is what a demonstration prints when it serves at an address; nil for every other server.
	demo func(net.Addr) string
}

// reloadEvery is how often a server looks for a new library generation.
const reloadEvery = time.Second

// gcPercent lets the heap grow to five times what lives on it before it is
// collected. What lives there is a few megabytes, since the library is mapped;
// at the usual hundred percent a busy server would collect, and throw its pooled
// buffers away, many times a second. GOGC overrides it.
const gcPercent = 400

// greeting returns what is printed when the server serves at an address: of a demonstration its own words.
func (c ServeCmd) greeting(at net.Addr, welcome string) string {
	if c.demo != nil {
		return c.demo(at)
	}
	return welcome
}

// Run serves until ctx ends, then drains. It returns nil after a drain, also after
// one that did not end in time, which is logged. It fails if the ledger, the
// library or the address is not available. A library that is fetched from a bucket may
// come later. If the bucket does not answer it serves
// without stored posters and snapshots.
func (c ServeCmd) Run(ctx context.Context, g *Globals) error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	memory, welcome := boundServing(), takeWelcome()
	log := newLog(g.Err, c.LogLevel)
	policy, err := readPlans(c.Plans)
	if err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	tables, err := tablesOf(c.Formats)
	if err != nil {
		return err
	}
	metrics := serve.NewMetrics()
	tracer, err := startTracing(ctx, c.Traces, log)
	if err != nil {
		return err
	}
	defer stopTracing(tracer, log)
	model, err := openModel(c.LLM, log, observeModel(metrics, tracer))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Data, 0o755); err != nil {
		return fmt.Errorf("data directory: %w", err)
	}
	led, closer, err := openLedger(ctx, c.Data, c.Ledger, c.Meters, log)
	if err != nil {
		return err
	}
	defer func() {
		if err := closer.Close(); err != nil {
			log.Error("the ledger could not be closed", "error", err)
		}
	}()
	objects, err := findBucket(ctx, c.Data, c.Bucket, led)
	if err != nil {
		return err
	}
	defer objects.Close()
	posters := blob.Bucket(objects)
	if objects.away != nil {
		log.Warn("the bucket does not answer; serving without stored posters and snapshots until it does", "error", objects.away)
		posters = nil
	}
	holder, unfollow, err := c.openLibrary(ctx, posters, log)
	if err != nil {
		return err
	}
	defer holder.Close()
	defer unfollow()
	readPDF, err := pdfReader()
	if err != nil {
		return err
	}
	service, err := app.New(ctx, app.Options{Holder: holder, Ledger: led, Policy: policy, Observe: observeLedger(metrics, tracer), Bucket: objects, Version: ServiceVersion, PDF: readPDF, Model: model,
		Documents: c.documents(), SignUp: c.signUp(), Meters: c.metersKind()})
	if err != nil {
		return err
	}
	defer func() {
		if err := (usageCloser{service}).Close(); err != nil {
			log.Warn("the last usage counts were not saved", "error", err)
		}
	}()
	signing, err := c.signIn()
	if err != nil {
		return err
	}
	listener, err := listen(c.Addr)
	if err != nil {
		return err
	}
	handler, err := serve.New(serve.Options{
		App: service, Logger: log, BaseURL: c.BaseURL, TrustedProxies: c.TrustedProxies, Origins: textsOf(c.AllowedOrigins),
		Objects: objects.objects, ObjectsAt: disk.Prefix, SignIn: signing, Site: site.Options{Mode: site.Mode(c.Site)}, Compat: c.Compat.strings(), Demonstration: c.demo != nil,
		Metrics: metrics, Tracer: tracer, HideMetrics: !c.servesMetrics(listener.Addr()), LogClients: c.LogClients, PrivateCache: c.CacheControl == "private",
		Limits: admission.Limits{
			AtWork: c.MaxAtWork, Waiting: c.MaxWaiting, Patience: c.MaxWait, Streams: c.MaxStreams,
			PerSecond: c.Pace, Burst: c.PaceBurst,
		},
	})
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	if c.AdminAddr != "" {
		adminListener, err := listenAdmin(c.AdminAddr)
		if err != nil {
			return errors.Join(fmt.Errorf("admin address: %w", err), listener.Close())
		}
		defer serveAdmin(adminListener, metrics, log).Close()
	} else if !c.servesMetrics(listener.Addr()) {
		log.Info("the public address has no /metrics, because other machines can reach that address",
			"addr", listener.Addr().String(), "to_serve_it", "set --admin-addr 127.0.0.1:9090 for this machine only, or --public-metrics for everybody")
	}
	holder.Watch(reloadEvery)
	scratch.Clear(scratch.Root(c.Data), snapshotScratch) // also by one that makes none itself
	if c.Snapshots {
		base, err := serve.ParseBase(c.BaseURL)
		if err != nil {
			return errors.Join(err, listener.Close())
		}
		dir, err := scratch.In(c.Data, snapshotScratch)
		if err != nil {
			return errors.Join(err, listener.Close())
		}
		defer dir.Close()
		watching, stop := context.WithCancel(ctx)
		making := snapshotLinks(watching, base, listener.Addr())
		making.Scratch, making.Tables = dir.Path(), tables
		keeping := make(chan struct{})
		go func() {
			defer close(keeping)
			keepSnapshots(watching, service, named(holder), making, log)
		}()
		defer func() { stop(); <-keeping }()
	}
	if c.UpdateEvery > 0 {
		updating, stop := context.WithCancel(ctx)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			c.updating(metrics, log).run(updating)
		}()
		defer func() { stop(); <-ended }()
	}
	defer announce(ctx, service, listener.Addr())()
	defer watchBucket(ctx, service, log)()
	defer prepare(ctx, service, log)()
	log.Info("serving", "addr", listener.Addr().String(), "generation", holder.Generation(), "version", ServiceVersion, "memory_limit", memory)
	if welcome = c.greeting(listener.Addr(), welcome); welcome != "" {
		fmt.Fprintln(g.Out, welcome)
	}
	notify(daemon.SdNotifyReady, log)
	context.AfterFunc(ctx, func() { notify(daemon.SdNotifyStopping, log) })
	err = serve.Run(ctx, serve.Server(listener.Addr().String(), handler), listener, serve.ShutdownTimes{Notice: c.DrainNotice, Grace: c.Drain})
	if err != nil && ctx.Err() != nil {
		log.Warn("the server stopped before all requests had finished", "error", err)
		return nil
	}
	return err
}

// welcomeVariable holds what scripts/run.sh tells who starts a server by hand: a link and a key,
// which would scroll away if they were printed before all that is logged until the server is
// ready. They are secrets, so they are not on the command line, where others on the machine can
// read it.
const welcomeVariable = "KINODEX_WELCOME"

// takeWelcome returns the welcome and takes it from the environment, which child processes get.
func takeWelcome() string {
	defer func() { _ = os.Unsetenv(welcomeVariable) }()
	return os.Getenv(welcomeVariable)
}

// metersKind says where spending is counted.
func (c ServeCmd) metersKind() string {
	if c.Meters == "" {
		return "ledger"
	}
	return "redis"
}

// announce tells operators of this server, by the ledger that it shares, until ctx ends or
// stop is called.
func announce(ctx context.Context, service *app.App, addr net.Addr) (stop func()) {
	machine, err := os.Hostname()
	if err != nil {
		machine = "unknown machine"
	}
	ctx, end := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		service.Announce(ctx, machine+" "+addr.String())
	}()
	return func() { end(); <-ended }
}

// watchBucket has the service know whether its bucket answers, until ctx ends or stop is
// called, and logs when that changes.
func watchBucket(ctx context.Context, service *app.App, log *slog.Logger) (stop func()) {
	ctx, end := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		service.WatchBucket(ctx, func(err error) {
			if err != nil {
				log.Warn("the bucket of posters and snapshots does not answer", "error", err)
				return
			}
			log.Info("the bucket of posters and snapshots answers again")
		})
	}()
	return func() { end(); <-ended }
}

// check refuses flags that do not go together, or are out of bounds, before anything is
// opened. kinodex doctor tells of it, too.
func (c ServeCmd) check() error {
	switch {
	case c.UpdateEvery != 0 && c.UpdateEvery < leastUpdateEvery || c.UpdateMemory < leastUpdateMemory:
		return fmt.Errorf("--update-every must be 0 or at least %s, and --update-memory at least %d megabytes", leastUpdateEvery, leastUpdateMemory)
	case c.UpdateEvery != 0 && c.Library != "":
		return errors.New("--update-every does not work with --library: run kinodex update --publish on the machine that publishes the library")
	case c.Library != "" && c.LibraryPoll < leastPoll:
		return fmt.Errorf("--library-poll must be at least %v, not %v", leastPoll, c.LibraryPoll)
	}
	return nil
}

// openLibrary opens the library of the data directory, or that of a bucket. unfollow
// ends what keeps it as the bucket has it.
func (c ServeCmd) openLibrary(ctx context.Context, posters blob.Bucket, log *slog.Logger) (holder *library.Holder, unfollow func(), err error) {
	if unfollow = func() {}; c.Library != "" {
		holder, unfollow, err = followLibrary(ctx, c.Data, c.Library, c.LibraryPoll, log)
	} else {
		holder, err = openLibraryBeside(ctx, c.Data, posters, log)
	}
	if err == nil && c.Encoder == "off" {
		holder.WithoutEncoder()
	}
	return holder, unfollow, err
}

// servesMetrics reports whether /metrics is at the public address: unless the operator says so it
// is not where others reach it, nor where there is an address for operators.
func (c ServeCmd) servesMetrics(public net.Addr) bool {
	return c.PublicMetrics || c.AdminAddr == "" && isLoopback(public)
}

// serveAdmin serves metrics and profiles in the background. The caller closes the server, which
// ends connections at once.
func serveAdmin(listener net.Listener, metrics *serve.Metrics, log *slog.Logger) *http.Server {
	server := &http.Server{
		Handler: serve.Admin(metrics), ReadHeaderTimeout: 5 * time.Second, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	log.Info("serving metrics and profiles", "addr", listener.Addr().String())
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("metrics and profiles are served no longer", "error", err)
		}
	}()
	return server
}

// readPlans reads the file with the operator's plans. It returns nil if path is
// empty; a nil policy is the interface's own table.
func readPlans(path string) (*access.Policy, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read the file of --plans: %w", err)
	}
	defer f.Close()
	policy, err := access.ReadPolicy(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return policy, nil
}

// budgetOf returns a daily budget for people.
func budgetOf(daily int) string {
	if daily == access.Unlimited {
		return "no daily limit"
	}
	return fmt.Sprintf("%d requests a day", daily)
}

// prepare makes, in the background, what the first questions would wait for, and gives the memory
// back that starting took. stop ends that and waits until it has ended.
func prepare(ctx context.Context, service *app.App, log *slog.Logger) (stop func()) {
	preparing, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		err := service.Prepare(preparing)
		if err != nil && preparing.Err() == nil && !errors.Is(err, library.ErrUnreadable) {
			log.Warn("the library could not be preloaded; the first requests will take longer", "error", err)
		}
		debug.FreeOSMemory()
	}()
	return func() {
		cancel()
		<-ended
	}
}
