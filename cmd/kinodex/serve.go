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
	Addr           string              `help:"Address to listen on. Example: 0.0.0.0:8080" default:"127.0.0.1:8080"`
	Data           string              `help:"Data directory; a fresh one gets the starter library and a ledger. Example: /var/lib/kinodex" default:"data" type:"path"`
	Ledger         string              `help:"Where accounts, keys and spending live: sqlite:PATH or postgres://…, of several hosts the one that takes writes. Put a URL with a password into KINODEX_LEDGER, where others on the machine cannot read it. Example: sqlite:/var/lib/kinodex/kinodex.db" placeholder:"URL"`
	Meters         string              `help:"Where spending is counted, unless in the ledger: redis://HOST:PORT/0, redis://HOST1:PORT,HOST2:PORT/0?master=NAME for sentinels, or redis://HOST1:PORT,HOST2:PORT for a cluster. Example: redis://cache.example.com/0" placeholder:"URL"`
	Bucket         string              `help:"Where snapshots and posters lie: dir:PATH, or s3://NAME/PREFIX?endpoint=…&region=… with credentials in the environment (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY). objects in the data directory when empty. Example: s3://films?endpoint=https://s3.example.com&region=eu-west-1" placeholder:"URL"`
	Library        string              `help:"The bucket that the library is fetched from, as kinodex library publish is given it: dir:PATH or s3://… The server then changes generations as the bucket says and installs no starter library. Example: s3://films/library?endpoint=https://s3.example.com&region=eu-west-1" placeholder:"URL"`
	LibraryPoll    time.Duration       `name:"library-poll" help:"How long between two looks at that bucket, give or take a fifth. Example: 1m" default:"15s"`
	LLM            string              `name:"llm" help:"The language model of the writers' room and of prose on posters; none when empty. Its key goes into KINODEX_LLM_KEY. Example: openai:http://localhost:11434/v1?model=qwen3:8b, or anthropic:?model=NAME" placeholder:"URL"`
	Snapshots      bool                `help:"Make the snapshot after each new library generation. Example: --no-snapshots" default:"true" negatable:""`
	Formats        names               `name:"snapshot-formats" help:"What the snapshot is made as, comma-separated: ndjson (always), parquet and sqlite. Example: ndjson,parquet" default:"ndjson,parquet,sqlite" placeholder:"FORMATS"`
	BaseURL        string              `name:"base-url" help:"The address clients reach the service at, for links in answers and in snapshots. When empty, answers take it from the request; links in snapshots are relative, or, of a server on the loopback address, begin with that. Example: https://films.example.com" placeholder:"URL"`
	TrustedProxies []netip.Prefix      `help:"Proxies whose X-Forwarded headers are believed, comma-separated. Example: 10.0.0.0/8,127.0.0.1/32" placeholder:"CIDR"`
	CacheControl   string              `name:"cache-control" help:"Whether shared caches may keep answers to a key (public, as the interface has it) or only the caller's own (private, and none keeps links to snapshots). Example: private" enum:"public,private" default:"public"`
	AllowedOrigins []origin            `name:"allowed-origins" help:"Origins of web pages that may call the connector, besides the service's own, comma-separated; * for all. Example: https://agent.example.com" placeholder:"ORIGIN"`
	MaxAtWork      int                 `help:"Metered requests worked on at once; a quarter is kept for the Studio plan. 0: 64 a processor. Example: 256" default:"0"`
	MaxWaiting     int                 `help:"Requests that may wait for their turn before others are turned away with 503. 0: 512 a processor. Example: 1000" default:"0"`
	MaxWait        time.Duration       `help:"How long a request may wait for its turn. 0: one second. Example: 500ms" default:"0"`
	MaxStreams     int                 `help:"Streams sent at once. 0: 8 a processor. Example: 32" default:"0"`
	Pace           float64             `help:"Metered requests a second one account may make in the long run. 0: any number. Example: 20" default:"0"`
	PaceBurst      int                 `help:"Requests one account may make at once under --pace. 0: as many as fit in a second. Example: 50" default:"0"`
	Plans          string              `help:"File with daily budgets and what plans reach, where they differ from the interface's own table; see docs/operations.md. Example: plans.json" placeholder:"FILE" type:"path"`
	SignUp         identity.SignUpMode `name:"sign-up" help:"Who may open an account on the pages: open (everybody, on the Free plan), invite (who has a link of kinodex account invite) or off (nobody, whatever link they have). Example: open" default:"invite" placeholder:"WHO"`
	NoSignUp       bool                `name:"no-sign-up" help:"The same as --sign-up off." hidden:"" env:"-"`
	Site           string              `help:"For whom the pages are: public (what is open is for everybody), signed-in (all is for those who are signed in) or off (none but those of sign-in)." enum:"public,signed-in,off" default:"public"`
	Compat         names               `name:"compat" help:"Interfaces of others that are answered too, comma-separated: tmdb (at /tmdb/3, and at /3) and omdb (at /omdb, and at / with apikey), from our own films; see docs/compat.md. Example: tmdb,omdb" placeholder:"NAME"`
	ClientDocs     bool                `name:"client-documents" help:"Let clients of the connector be known by the https address of a document, which is fetched. Example: --no-client-documents" default:"true" negatable:""`
	OIDCIssuer     string              `name:"oidc-issuer" help:"Another service to sign in through, by OpenID Connect; its client secret stands in KINODEX_OIDC_CLIENT_SECRET. Example: https://accounts.example.com" placeholder:"URL"`
	OIDCClientID   string              `name:"oidc-client-id" help:"What that service knows this one by. Example: kinodex" placeholder:"ID"`
	AdminAddr      string              `name:"admin-addr" help:"Own address for /metrics and profiles (/debug/pprof/), which only operators should reach; /metrics is then not on the public one. Example: 127.0.0.1:9090" placeholder:"ADDR"`
	PublicMetrics  bool                `name:"public-metrics" help:"Serve /metrics on the public address whatever it is. Without this, only a server on the loopback address and without --admin-addr does."`
	Traces         string              `help:"Where OpenTelemetry traces of requests are sent, over OTLP and HTTP; the standard variables OTEL_EXPORTER_OTLP_… hold, too. None are sent when neither is set. Example: http://localhost:4318" placeholder:"URL"`
	LogClients     serve.ClientLog     `name:"log-clients" help:"How clients' addresses stand in the log: full, truncated (to /24, or /48 of IPv6) or off." default:"full" placeholder:"HOW"`
	LogLevel       slog.Level          `help:"Least level that is logged: debug, info, warn or error." default:"info"`
	DrainNotice    time.Duration       `help:"How long /readyz says no after SIGTERM before connections are refused; more than a load balancer's time between checks. Example: 5s" default:"1s"`
	UpdateEvery    time.Duration       `name:"update-every" help:"Bring the library up to date so often, as kinodex update does, in a process of its own at the lowest priority; its other flags come from the environment (KINODEX_MOVIEDB_FILMS, KINODEX_SCRIPTS, …). 0: never. Example: 24h" default:"0"`
	UpdateMemory   int64               `name:"update-memory" help:"Megabytes of memory that an update may take; one that takes more is ended. Example: 3000" default:"4000"`
	Drain          time.Duration       `help:"How long requests in flight may take to end after that." default:"20s"`
}

// reloadEvery is how often a server looks for a new library generation.
const reloadEvery = time.Second

// gcPercent lets the heap grow to five times what lives on it before it is
// collected. What lives there is a few megabytes, since the library is mapped;
// at the usual hundred percent a busy server would collect, and throw its pooled
// buffers away, many times a second. GOGC overrides it.
const gcPercent = 400

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
			log.Error("the ledger is not closed as it should be", "error", err)
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
			log.Warn("the last counts of usage are lost", "error", err)
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
		Objects: objects.objects, ObjectsAt: disk.Prefix, SignIn: signing, Site: site.Options{Mode: site.Mode(c.Site)}, Compat: c.Compat.strings(),
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
		closeAdmin, err := serveAdmin(c.AdminAddr, metrics, log)
		if err != nil {
			return errors.Join(err, listener.Close())
		}
		defer closeAdmin()
	} else if !c.servesMetrics(listener.Addr()) {
		log.Info("/metrics is not served here, since other machines reach this address",
			"addr", listener.Addr().String(), "to_serve_it", "--admin-addr 127.0.0.1:9090 for this machine alone, --public-metrics for everybody")
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
	if welcome != "" {
		fmt.Fprintln(g.Out, welcome)
	}
	notify(daemon.SdNotifyReady, log)
	context.AfterFunc(ctx, func() { notify(daemon.SdNotifyStopping, log) })
	err = serve.Run(ctx, serve.Server(listener.Addr().String(), handler), listener, serve.ShutdownTimes{Notice: c.DrainNotice, Grace: c.Drain})
	if err != nil && ctx.Err() != nil {
		log.Warn("drained, but not in time", "error", err)
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
	defer os.Unsetenv(welcomeVariable)
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
		return fmt.Errorf("--update-every is %s or more, or 0, and --update-memory %d megabytes or more", leastUpdateEvery, leastUpdateMemory)
	case c.UpdateEvery != 0 && c.Library != "":
		return errors.New("--update-every is for a server of its own library: of a bucket's, whoever publishes it runs kinodex update --publish")
	case c.Library != "" && c.LibraryPoll < leastPoll:
		return fmt.Errorf("--library-poll is at least %v, not %v", leastPoll, c.LibraryPoll)
	}
	return nil
}

// openLibrary opens the library of the data directory, or that of a bucket. unfollow
// ends what keeps it as the bucket has it.
func (c ServeCmd) openLibrary(ctx context.Context, posters blob.Bucket, log *slog.Logger) (holder *library.Holder, unfollow func(), err error) {
	if c.Library != "" {
		return followLibrary(ctx, c.Data, c.Library, c.LibraryPoll, log)
	}
	holder, err = openLibraryBeside(ctx, c.Data, posters, log)
	return holder, func() {}, err
}

// servesMetrics reports whether /metrics is at the public address: unless the operator says so it
// is not where others reach it, nor where there is an address for operators.
func (c ServeCmd) servesMetrics(public net.Addr) bool {
	return c.PublicMetrics || c.AdminAddr == "" && isLoopback(public)
}

// serveAdmin serves metrics and profiles at addr in the background. The caller
// calls closeAdmin, which ends connections at once.
func serveAdmin(addr string, metrics *serve.Metrics, log *slog.Logger) (closeAdmin func() error, err error) {
	listener, err := listenAdmin(addr)
	if err != nil {
		return nil, fmt.Errorf("admin address: %w", err)
	}
	server := &http.Server{
		Handler: serve.Admin(metrics), ReadHeaderTimeout: 5 * time.Second, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	go server.Serve(listener)
	log.Info("serving metrics and profiles", "addr", listener.Addr().String())
	return server.Close, nil
}

// readPlans reads the file with the operator's plans. It returns nil if path is
// empty; a nil policy is the interface's own table.
func readPlans(path string) (*access.Policy, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("plans: %w", err)
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
			log.Warn("the library is not prepared for its first questions, which take longer", "error", err)
		}
		debug.FreeOSMemory()
	}()
	return func() {
		cancel()
		<-ended
	}
}
