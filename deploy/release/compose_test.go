package main

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
)

// compose.yaml is valid by Compose's own reader, which no engine of containers is needed for: no unknown
// member, no service, volume or secret that is named and does not exist. Each service that holds data
// holds it in a volume, and Kinodex runs confined.
func TestTheComposeFile(t *testing.T) {
	o, err := cli.NewProjectOptions([]string{"../compose/compose.yaml"}, cli.WithProfiles([]string{"*"}), cli.WithWorkingDirectory("../compose"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := o.LoadProject(context.Background())
	if err != nil {
		t.Fatal(err)
	}
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
	for name, s := range p.Services {
		for _, port := range s.Ports {
			if port.HostIP != "127.0.0.1" {
				t.Errorf("%s is open to the network at %s", name, port.Published)
			}
		}
	}
}
