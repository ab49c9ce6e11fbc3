package main

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

// composed reads a compose file with Compose's own reader, which needs no engine of containers.
// env are variables besides those of the file.
func composed(t *testing.T, file string, env ...string) *types.Project {
	t.Helper()
	o, err := cli.NewProjectOptions([]string{"../compose/" + file}, cli.WithProfiles([]string{"*"}), cli.WithWorkingDirectory("../compose"), cli.WithEnv(env))
	if err != nil {
		t.Fatal(err)
	}
	p, err := o.LoadProject(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range p.Services {
		for _, port := range s.Ports {
			if port.HostIP != "127.0.0.1" {
				t.Errorf("%s: %s is open to the network at %s", file, name, port.Published)
			}
		}
	}
	return p
}

// compose.yaml is valid: no unknown member, no service, volume or secret that is named and does not
// exist. Each service that holds data holds it in a volume, and Kinodex runs confined.
func TestTheComposeFile(t *testing.T) {
	p := composed(t, "compose.yaml")
	for _, name := range []string{"postgres", "meters", "s3", "kinodex1", "kinodex2"} {
		s, err := p.GetService(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Volumes) == 0 || s.Restart == "" {
			t.Errorf("%s has no volume, or is not restarted", name)
		}
		if strings.HasPrefix(name, "kinodex") && (!s.ReadOnly || len(s.CapDrop) != 1 || s.HealthCheck == nil || len(s.Secrets) != 3) {
			t.Errorf("%s is not confined: %+v", name, s)
		}
	}
	for name, secret := range p.Secrets {
		made, err := os.ReadFile("../compose/secrets.sh")
		if err != nil || !strings.Contains(string(made), strings.TrimPrefix(secret.File, p.WorkingDir+"/")) {
			t.Errorf("nothing makes the secret %s (%s)", name, secret.File)
		}
	}
}

// REQ F2-140: single.yaml is one service of the image alone, confined, within 512 MB, with the settings
// that docs/operations.md has for a server of that size.
func TestTheComposeFileOfOneContainer(t *testing.T) {
	p := composed(t, "single.yaml")
	s, err := p.GetService("kinodex")
	if err != nil || len(p.Services) != 1 || len(p.Secrets) != 0 || len(p.Volumes) != 1 {
		t.Fatalf("%d services, %d secrets, %d volumes, %v; want kinodex and its volume alone", len(p.Services), len(p.Secrets), len(p.Volumes), err)
	}
	if !s.ReadOnly || len(s.CapDrop) != 1 || s.CapDrop[0] != "ALL" || len(s.SecurityOpt) != 1 || s.User != "65532:65532" || len(s.Tmpfs) != 1 || !strings.HasPrefix(s.Tmpfs[0], "/tmp:") {
		t.Errorf("it is not confined: %+v", s)
	}
	if s.MemLimit != 512<<20 || s.MemSwapLimit != s.MemLimit {
		t.Errorf("it may take %d bytes of memory, %d with swap", s.MemLimit, s.MemSwapLimit)
	}
	if s.HealthCheck == nil || len(s.HealthCheck.Test) < 3 || s.HealthCheck.Test[1] != "/usr/bin/kinodex" || s.Restart == "" {
		t.Errorf("nothing looks after it: %+v, %q", s.HealthCheck, s.Restart)
	}
	if len(s.Volumes) != 1 || s.Volumes[0].Target != "/"+dataDir || s.Volumes[0].Type != types.VolumeTypeVolume {
		t.Errorf("its data are in %+v", s.Volumes)
	}
	for name, want := range map[string]string{"KINODEX_DATA": "/" + dataDir, "KINODEX_ENCODER": "off", "KINODEX_SNAPSHOTS": "false"} {
		if got := s.Environment[name]; got == nil || *got != want {
			t.Errorf("%s is %v, want %s", name, got, want)
		}
	}
}

// The user and the folder of the data are the operator's to choose.
func TestOneContainerRunsAsAnyUser(t *testing.T) {
	s, err := composed(t, "single.yaml", "KINODEX_USER=1000:1000", "KINODEX_VOLUME=/srv/films", "KINODEX_PORT=8123").GetService("kinodex")
	if err != nil {
		t.Fatal(err)
	}
	if s.User != "1000:1000" || s.Volumes[0].Type != types.VolumeTypeBind || s.Volumes[0].Source != "/srv/films" || s.Ports[0].Published != "8123" {
		t.Errorf("user %s, data in %+v, port %s", s.User, s.Volumes[0], s.Ports[0].Published)
	}
}
