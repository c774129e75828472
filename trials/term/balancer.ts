import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startBalancer } from '../../test/helpers/balancer.ts';
import { freePort } from '../lectern.ts';
import { SENT_TO } from './sending.ts';

export interface Balancer {
  readonly url: string;
  stop(): Promise<void>;
}

const IDLE_MS = 250;
const READY_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 50;

/** As deploy/nginx has it, without what only containers need; and it says which servers it has sent a request to. */
const configuration = (port: number, ports: readonly number[], directory: string): string => `
user root;
worker_processes 1;
daemon off;
pid ${directory}/pid;
error_log ${directory}/errors error;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${directory}/bodies;
  proxy_temp_path ${directory}/answers;
  fastcgi_temp_path ${directory}/fastcgi;
  uwsgi_temp_path ${directory}/uwsgi;
  scgi_temp_path ${directory}/scgi;
  upstream lectern {
    zone lectern 64k;
${ports.map((one) => `    server 127.0.0.1:${one};`).join('\n')}
    keepalive 64;
    keepalive_timeout 4s;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 520m;
    proxy_buffer_size 16k;
    proxy_buffers 8 16k;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    add_header ${SENT_TO} $upstream_addr always;
    location / { proxy_pass http://lectern; }
  }
}
`;

/** Whether it takes connections; a request would have it count servers as failed that have not been started yet. */
async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}

async function untilListening(port: number): Promise<void> {
  const end = performance.now() + READY_WITHIN_MS;
  while (!(await listens(port))) {
    if (performance.now() > end) throw new Error('nginx does not listen');
    await setTimeout(LOOK_EVERY_MS);
  }
}

async function startNginx(program: string, ports: readonly number[], directory: string): Promise<Balancer> {
  const port = await freePort();
  await mkdir(directory);
  const file = path.join(directory, 'nginx.conf');
  await writeFile(file, configuration(port, ports, directory));
  // It would take the variable for sockets that another nginx has left to it.
  const { NGINX: _, ...env } = process.env;
  const nginx = spawn(program, ['-p', directory, '-e', path.join(directory, 'errors'), '-c', file], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const killed = () => void nginx.kill('SIGTERM');
  process.once('exit', killed);
  await untilListening(port);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      process.off('exit', killed);
      const ended = once(nginx, 'exit');
      nginx.kill('SIGTERM');
      await ended;
    },
  };
}

/** The nginx that NGINX names, or else what the tests have for one. */
export async function balancerOf(ports: readonly number[], directory: string): Promise<Balancer> {
  const program = process.env['NGINX'];
  return program === undefined ? startBalancer(ports, IDLE_MS) : startNginx(program, ports, path.join(directory, 'nginx'));
}
