import { describe, expect, test } from 'vitest';
import { isSecret, withoutSecrets } from '../../src/http/secrets.ts';

// conventions#61
describe('a parameter is a secret', () => {
  test.each([
    'access_token',
    'access_code',
    'validation_token',
    'password',
    'signature',
    'feed_code',
    'pseudonym[password]',
    'login[password]',
    'passwords[0][password]',
    'password[]',
    'password[a]',
    'a[password][b]',
    'Access_Token',
  ])('%s', (name) => expect(isSecret(name)).toBe(true));

  test.each(['', 'token', 'access', 'my_password_hint', 'passwords', 'signatures[]', 'page', 'include[]'])('%j is none', (name) =>
    expect(isSecret(name)).toBe(false),
  );
});

// conventions#61, conventions#62
describe('an address without secrets', () => {
  test.each([
    ['/a', '/a'],
    ['/a?', '/a?'],
    ['/a?b=1&c[]=2&c[]=3', '/a?b=1&c[]=2&c[]=3'],
    ['/a?access_token=x', '/a'],
    ['/a?access_token', '/a'],
    ['/a?b=1&access_token=x&c=2', '/a?b=1&c=2'],
    ['/a?access_token=x&access_token=y', '/a'],
    ['/a?access%5Ftoken=x&b=%C3%A9', '/a?b=%C3%A9'],
    ['/a?access%5ftoken%=x', '/a?access%5ftoken%=x'],
    ['/a?pseudonym%5Bpassword%5D=x&pseudonym[password]=y', '/a'],
    ['/a?password%5B%ff=x', '/a'],
    ['/a?p%61ssw%6Frd%5B%ff=x', '/a'],
    ['/a?access_+token=x', '/a?access_+token=x'],
    ['/a?b=password&c=access_token', '/a?b=password&c=access_token'],
    ['/a?access_token=x?access_token=y', '/a'],
  ])('%s: %s', (url, expected) => expect(withoutSecrets(url)).toBe(expected));
});
