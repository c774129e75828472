import S3rver from '@20minutes/s3rver';

/** An S3-compatible store in a process of its own: it logs and catches what it likes, without the tests' knowing. */
const [directory = '', bucket = '', port = '0'] = process.argv.slice(2);
process.once('disconnect', () => process.exit(0));
const store = new S3rver({ address: '127.0.0.1', port: Number(port), silent: true, directory, configureBuckets: [{ name: bucket }] });
process.send?.(await store.run());
