package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// cluster is a Redis Cluster: three primaries, each with a replica.
type cluster struct {
	nodes []*redis
}

// startCluster starts six servers and has them share the slots.
func startCluster(ps *processes) (*cluster, error) {
	c := &cluster{}
	create := []string{"redis-cli", "--cluster", "create"}
	for i := range 6 {
		name := fmt.Sprintf("redis-cluster-%d", i+1)
		// The bus listens 10000 above the port, which not every free port leaves room for.
		options := append([]string{"--cluster-enabled", "yes", "--cluster-config-file", "nodes.conf", "--cluster-node-timeout", "2000",
			"--cluster-port", strconv.Itoa(freePort())}, forgetful...)
		r, err := startRedis(ps, name, options...)
		if err != nil {
			return nil, err
		}
		c.nodes = append(c.nodes, r)
		create = append(create, loopback(r.port))
	}
	if _, err := output(nil, append(create, "--cluster-replicas", "1", "--cluster-yes")...); err != nil {
		return nil, err
	}
	return c, eventually(time.Minute, c.agree)
}

// agree returns an error until every node says that all is well, and half of them follow another.
func (c *cluster) agree() error {
	following := 0
	for _, n := range c.nodes {
		out, err := n.cli("cluster", "info")
		if err != nil {
			return err
		}
		if !strings.Contains(out, "cluster_state:ok") || !strings.Contains(out, "cluster_known_nodes:6") {
			return fmt.Errorf("%s does not know all of the cluster", n.name)
		}
		if out, err = n.cli("info", "replication"); err != nil {
			return err
		}
		if strings.Contains(out, "master_link_status:up") {
			following++
		}
	}
	if following != 3 {
		return fmt.Errorf("%d nodes of 6 follow another", following)
	}
	return nil
}

// owner is the primary that has the count of the load, which is the only one that is spent on.
func (c *cluster) owner() (*redis, error) {
	for _, n := range c.nodes {
		role, err := n.cli("role")
		if err != nil {
			return nil, err
		}
		keys, err := n.cli("keys", "kinodex:*:account:"+account)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(role, "master") && keys != "" {
			return n, nil
		}
	}
	return nil, fmt.Errorf("no primary of the cluster has the count of %s", account)
}

// cli asks the server as redis-cli does.
func (r *redis) cli(args ...string) (string, error) {
	return output(nil, append([]string{"redis-cli", "-p", strconv.Itoa(r.port)}, args...)...)
}

// url is the address of the cluster, by some of its nodes.
func (c *cluster) url() string {
	return fmt.Sprintf("redis://%s,%s,%s", loopback(c.nodes[0].port), loopback(c.nodes[1].port), loopback(c.nodes[2].port))
}
