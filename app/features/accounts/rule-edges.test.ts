import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  checkPassword,
  checkPasswordChange,
  checkReset,
  checkSignUp,
  completePhone,
  deviceName,
  isEmail,
  isPhoneEmpty,
  normalizeEmail,
  postLoginPath,
  recoveryToken,
  TEXT_MAX,
  USERNAME_MAX,
} from './rules.ts'

describe('checkSignUp', () => {
  const fields = {
    username: 'ada',
    email: 'ada@example.com',
    password: 'secret',
    phone: '+39 06 1234',
    callingCode: '39',
    hasConsented: true,
  }
  const findings = { usernameTaken: false, isPhone: true, isCommonPassword: false }

  it.each([
    ['nothing wrong', {}, {}, null],
    ['a name of spaces', { username: '  ' }, { usernameTaken: true }, 'username-required'],
    ['a name that is taken', { phone: '' }, { usernameTaken: true }, 'username-taken'],
    ['a phone of its prefix alone', { phone: '+39', email: '' }, {}, 'phone-required'],
    ['no address', { email: ' ', password: '' }, {}, 'email-required'],
    ['what is no address', { email: 'ada', password: '' }, {}, 'email-invalid'],
    ['a short password', { password: '12345' }, { isPhone: false }, 'password-too-short'],
    ['a long password', { password: 'x'.repeat(129) }, { isPhone: false }, 'password-too-long'],
    ['a common password', {}, { isCommonPassword: true, isPhone: false }, 'common-password'],
    ['a phone that none could have', { hasConsented: false }, { isPhone: false }, 'phone-invalid'],
    ['an empty box', { hasConsented: false }, {}, 'consent-required'],
  ])('%s', (_, changed, found, problem) => {
    expect(checkSignUp({ ...fields, ...changed }, { ...findings, ...found })).toBe(problem)
  })
})

describe('passwords', () => {
  it.each([
    [5, 'password-too-short'],
    [6, null],
    [128, null],
    [129, 'password-too-long'],
  ])('of %i characters: %s', (length, problem) => {
    expect(checkPassword('x'.repeat(length))).toBe(problem)
  })

  it.each([
    ['secret', 'secret', null],
    ['secret', 'Secret', 'passwords-differ'],
    ['a', 'b', 'passwords-differ'],
    ['a', 'a', 'password-too-short'],
  ])('reset to %j and %j: %s', (password, confirmation, problem) => {
    expect(checkReset(password, confirmation)).toBe(problem)
  })

  it.each([
    ['', '', '', 'current-required'],
    ['old', '', '', 'new-required'],
    ['old', 'short', 'other', 'password-too-short'],
    ['old', 'secret', 'Secret', 'passwords-differ'],
    ['old', 'secret', 'secret', null],
  ])('changed from %j to %j and %j: %s', (current, password, confirmation, problem) => {
    expect(checkPasswordChange({ current, password, confirmation })).toBe(problem)
  })
})

describe('isEmail', () => {
  it.each([
    'a@b.co',
    "o'neill_@b.co",
    'ada.lovelace+odds@mail.example.com',
    `${'x'.repeat(242)}@example.com`,
  ])('%s', (text) => {
    expect(isEmail(text)).toBe(true)
    expect(z.email().safeParse(text).success).toBe(true)
  })

  it.each([
    ...['', 'ada', 'ada@', '@b.c', 'a@b', 'a@b.', 'a@.c', 'a b@c.d', 'a@b c.d', 'a@b.c d', 'a@b@c.d'],
    ...['a@b.co>', '<a@b.co', '(a)@b.co', 'a@b.co,', 'a@b.co;', 'a:b@c.de', 'a\\b@c.de', '"a"@b.co'],
    ...[
      'ada@exa\u200dmple.com',
      'ad\u00ada@b.co',
      'a@b.co\u200b',
      'a..b@c.de',
      '.a@b.co',
      'a.@b.co',
      'a@b.c',
    ],
    `${'x'.repeat(243)}@example.com`,
  ])('not %s', (text) => {
    expect(isEmail(text)).toBe(false)
    if (text.length < 254) expect(z.email().safeParse(text).success).toBe(false)
  })

  it('is stored trimmed, in lower case', () => {
    expect(normalizeEmail(' Ada@Example.COM ')).toBe('ada@example.com')
  })
})

describe('phones', () => {
  it.each([
    ['', '39', true],
    ['+ -', '39', true],
    ['+39', '39', true],
    [' +39 ', '39', true],
    ['39', '39', false],
    ['+391', '39', false],
    ['+44', '39', false],
  ])('%j with the prefix %s is empty: %s', (phone, callingCode, expected) => {
    expect(isPhoneEmpty(phone, callingCode)).toBe(expected)
  })

  it.each([
    [' 06 1234 ', '39', '+3906 1234'],
    [' +44 20', '39', '+44 20'],
    [' 06 1234 ', '', '06 1234'],
  ])('%j with the prefix %j is kept as %j', (phone, callingCode, expected) => {
    expect(completePhone(phone, callingCode)).toBe(expected)
  })
})

describe('postLoginPath', () => {
  it.each([
    [null, '/it'],
    [undefined, '/it'],
    ['', '/it'],
    ['/', '/it'],
    ['/en/football?page=2#top', '/en/football?page=2#top'],
    ['/en', '/en'],
    ['/football', '/it/football'],
    ['football', '/it/football'],
    ['football?page=2', '/it/football?page=2'],
    ['/english/clubs', '/it/english/clubs'],
    ['/e/clubs', '/it/e/clubs'],
    ['/xen', '/it/xen'],
    ['/admin/matches', '/admin/matches'],
    ['/api/odds', '/it'],
    ['/resources/theme', '/it'],
    ['/en/api', '/en/api'],
    ['//evil.example', '/it'],
    ['/.//evil.example', '/it'],
    ['/\\evil.example', '/it'],
    ['en\\..', '/it'],
    ['https://evil.example', '/it'],
    ['HTTPS://evil.example', '/it'],
    ['javascript:alert(1)', '/it'],
    ['a:b', '/it'],
    ['x-1+y.z:b', '/it'],
    ['1a:b', '/it/1a:b'],
    ['/en/at:noon', '/en/at:noon'],
    ['/en/\u0000', '/it'],
    ['/en/\u001f', '/it'],
    ['/en/\u007f', '/it'],
    ['/en/a b', '/en/a%20b'],
    [`/en/${'x'.repeat(1996)}`, `/en/${'x'.repeat(1996)}`],
    [`/en/${'x'.repeat(1997)}`, '/it'],
  ])('%j redirects to %s', (stored, expected) => {
    expect(postLoginPath(stored, 'it')).toBe(expected)
  })
})

describe('recoveryToken', () => {
  it.each([
    ['type=recovery&access_token=abc', 'abc'],
    ['type=recovery', ''],
    ['type=signup&access_token=abc', ''],
    ['access_token=abc', ''],
  ])('%s has %j', (fragment, token) => {
    expect(recoveryToken(fragment)).toBe(token)
  })
})

describe('deviceName', () => {
  const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140 Safari/537.36 Edg/140`, 'Edge, Windows'],
    [`Mozilla/5.0 (Linux; Android 10) ${webKit} Chrome/140 Mobile Safari/537.36 EdgA/140`, 'Edge, Android'],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18 EdgiOS/140 Safari/604`,
      'Edge, iPhone',
    ],
    [`Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/140 Safari/537.36 OPR/120`, 'Opera, Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
    ['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) FxiOS/140 Safari/604', 'Firefox, iPad'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Chrome/140 Safari/537.36`, 'Chrome, macOS'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/140 Safari/537.36`, 'Chrome, Linux'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140 Safari/604', 'Chrome, iPhone'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18 Safari/605', 'Safari, macOS'],
    ['curl/8 (Linux)', 'Linux'],
    ['Firefox/140', 'Firefox'],
    ['curl/8', null],
    ['', null],
    [null, null],
  ])('%s is %s', (userAgent, expected) => {
    expect(deviceName(userAgent)).toBe(expected)
  })
})

it('keeps names and texts short enough for their columns', () => {
  expect([USERNAME_MAX, TEXT_MAX]).toEqual([50, 200])
})
