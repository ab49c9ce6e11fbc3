package deploy_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// certificate writes a certificate and its key to a directory.
func certificate(t *testing.T, dir string) (cert, key string) {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"films.example.com"}, NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &k.PublicKey, k)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(k)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{"cert": {Type: "CERTIFICATE", Bytes: der}, "key": {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "cert"), filepath.Join(dir, "key")
}

// The examples for nginx, Caddy and HAProxy are configurations that these programs take.
func TestTheProxiesTakeTheirConfigurations(t *testing.T) {
	t.Run("nginx", func(t *testing.T) {
		nginx, dir := tool(t, "nginx"), t.TempDir()
		cert, key := certificate(t, dir)
		site := strings.NewReplacer("/etc/ssl/certs/films.example.com.pem", cert, "/etc/ssl/private/films.example.com.key", key).Replace(text(t, "nginx/kinodex.conf"))
		main := filepath.Join(dir, "nginx.conf")
		if err := os.WriteFile(main, []byte("pid "+dir+"/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n"+site+"}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if out := does(t, dir, nginx, "-t", "-c", main, "-p", dir); strings.Contains(out, "[warn]") {
			t.Error(out)
		}
	})
	t.Run("caddy", func(t *testing.T) {
		caddy := tool(t, "caddy")
		does(t, "caddy", caddy, "validate", "--adapter", "caddyfile", "--config", "Caddyfile")
	})
	t.Run("haproxy", func(t *testing.T) {
		haproxy := tool(t, "haproxy")
		for name, value := range map[string]string{"PUBLIC": "127.0.0.1:18090", "STATISTICS": "127.0.0.1:18091", "REPLICA1": "127.0.0.1:18092", "REPLICA2": "127.0.0.1:18093"} {
			t.Setenv("KINODEX_"+name, value)
		}
		does(t, "compose", haproxy, "-c", "-f", "haproxy.cfg")
	})
}
