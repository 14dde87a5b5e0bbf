import { describe, expect, it } from 'vitest'
import {
  checkPasswordChange,
  checkReset,
  checkSignUp,
  completePhone,
  postLoginPath,
  recoveryToken,
} from './rules.ts'

describe('the problems of a sign-up', () => {
  const fields = {
    username: 'zoe',
    email: 'zoe@example.org',
    password: '123456',
    phone: '+3906 1234',
    callingCode: '39',
    hasConsented: true,
  }
  const fine = { usernameTaken: false, isPhone: true, isCommonPassword: false }
  const wrong = {
    username: ' ',
    email: '',
    password: '12345',
    phone: '+39',
    callingCode: '39',
    hasConsented: false,
  }

  it('are none when all fields are filled in', () => expect(checkSignUp(fields, fine)).toBeNull())

  it.each([
    ['username-required', {}, fine],
    ['username-taken', { username: 'zoe' }, { usernameTaken: true, isPhone: false, isCommonPassword: false }],
    ['phone-required', { username: 'zoe' }, fine],
    ['email-required', { username: 'zoe', phone: '06' }, fine],
    ['password-too-short', { username: 'zoe', phone: '06', email: 'zoe@example.org' }, fine],
    [
      'consent-required',
      { username: 'zoe', phone: '06', email: 'zoe@example.org', password: '123456' },
      fine,
    ],
  ] as const)('are reported one by one, in order: %s', (problem, mended, findings) => {
    expect(checkSignUp({ ...wrong, ...mended }, findings)).toBe(problem)
  })

  it.each([
    ['12345', 'password-too-short'],
    ['123456', null],
  ])('include a password of fewer than six characters: %s', (password, problem) => {
    expect(checkSignUp({ ...fields, password }, fine)).toBe(problem)
  })

  it.each(['', ' ', '+39', '+39 ', '+'])('include a phone field without a number: %j', (phone) => {
    expect(checkSignUp({ ...fields, phone }, fine)).toBe('phone-required')
  })
})

describe('a phone number', () => {
  it.each([
    ['06 1234', '39', '+3906 1234'],
    ['+44 20 7946', '39', '+44 20 7946'],
    [' +3906 1234 ', '39', '+3906 1234'],
  ])("%s is prefixed with the country's calling code unless it begins with a plus", (typed, code, kept) => {
    expect(completePhone(typed, code)).toBe(kept)
  })
})

describe('a new password', () => {
  it.each([
    ['abcdef', 'abcdeg', 'passwords-differ'],
    ['abc', 'abd', 'passwords-differ'],
    ['abcde', 'abcde', 'password-too-short'],
    ['abcdef', 'abcdef', null],
  ])(
    'from a reset link must match its repetition, then be long enough: %s, %s',
    (password, again, problem) => {
      expect(checkReset(password, again)).toBe(problem)
    },
  )

  it.each([
    ['', '', 'x', 'current-required'],
    ['old', '', 'x', 'new-required'],
    ['old', 'abcde', 'x', 'password-too-short'],
    ['abcdef', 'abcdef', 'x', 'password-unchanged'],
    ['caf\u00e9-1', 'cafe\u0301-1', 'x', 'password-unchanged'],
    ['old', 'abcdef', 'x', 'passwords-differ'],
    ['old', 'abcdef', 'abcdef', null],
  ])('that replaces %j is checked in this order: %j, %j', (current, password, confirmation, problem) => {
    expect(checkPasswordChange({ current, password, confirmation })).toBe(problem)
  })
})

describe('the redirect after signing in', () => {
  it.each([
    ['/it/soccer/italy', '/it/soccer/italy'],
    ['/soccer?tab=live', '/de/soccer?tab=live'],
    ['/profile', '/de/profile'],
    ['soccer', '/de/soccer'],
    ['it/soccer', '/de/it/soccer'],
    ['/admin/sports', '/admin/sports'],
    ['/', '/de'],
    ['', '/de'],
    [null, '/de'],
    [undefined, '/de'],
    ['//evil.example', '/de'],
    ['https://evil.example', '/de'],
  ])('from %j is %s on a German page', (stored, target) => {
    expect(postLoginPath(stored, 'de')).toBe(target)
  })
})

describe('the fragment of a reset link', () => {
  it.each([
    ['access_token=abc&type=recovery', 'abc'],
    ['type=recovery&access_token=abc', 'abc'],
    ['access_token=abc', ''],
    ['access_token=abc&type=signup', ''],
    ['type=recovery', ''],
    ['', ''],
  ])('%j holds the token %j', (fragment, token) => {
    expect(recoveryToken(fragment)).toBe(token)
  })
})
