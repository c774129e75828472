import { Socket } from 'node:net';

// Loaded into the processes that tests start: their input ends with the process that started them, however that ended, and so do they.
if (process.stdin instanceof Socket) {
  process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume();
  process.stdin.unref();
}
