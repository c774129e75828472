import { describe, expect, test } from 'vitest';
import { complaint } from '../../src/store/postmaster.ts';

const logged = (...lines: string[]) => lines.map((line) => `2026-11-29 14:16:50.473 UTC [479] ${line}\n`).join('');

// conventions#76
describe('why PostgreSQL does not start', () => {
  test('is what it failed for, with what it says of that', () => {
    const said = logged('LOG:  starting PostgreSQL', 'FATAL:  data directory "a" has wrong ownership', 'HINT:  Use the user that owns it.');
    expect(complaint(said)).toBe('data directory "a" has wrong ownership Use the user that owns it.');
  });

  test('is no hint of something else, and nothing that clients were answered', () => {
    const said = logged(
      'LOG:  database system was interrupted while in recovery at 2026-11-29 14:16:45 UTC',
      'HINT:  This probably means that some data is corrupted and you will have to use the last backup for recovery.',
      'FATAL:  the database system is starting up',
      'FATAL:  the database system is not yet accepting connections',
      'DETAIL:  Consistent recovery state has not been yet reached.',
      'LOG:  redo starts at 0/2D8A0A8',
      'FATAL:  could not write to file "pg_wal/xlogtemp.479": No space left on device',
      'CONTEXT:  WAL redo at 0/30F8E68',
      'LOG:  startup process (PID 479) exited with exit code 1',
    );
    expect(complaint(said)).toBe('could not write to file "pg_wal/xlogtemp.479": No space left on device');
  });

  test('is all that was said where it was something else', () => {
    expect(complaint('initdb: error: could not create directory\n')).toBe('initdb: error: could not create directory');
    expect(complaint(logged('LOG:  starting PostgreSQL'))).toBe(logged('LOG:  starting PostgreSQL').trim());
  });
});
