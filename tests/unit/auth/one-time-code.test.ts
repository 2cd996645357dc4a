/** Codes of an authenticator against the tables of RFC 6238 (appendix B) and RFC 4226 (appendix D). */
import { describe, expect, it } from 'vitest'

import {
  authenticatorAddress,
  codeOfStep,
  createCodeHashes,
  isSame,
  isSixDigits,
  matchingStep,
  newAuthenticatorSecret,
  newRecoveryCode,
  newSentCode,
  plainCode,
  stepAt,
} from '#server/features/auth/mfa/one-time-code.ts'

/** Of both documents: the twenty bytes `12345678901234567890`, in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('the code of an authenticator', () => {
  const rfc6238 = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ] as const

  it.each(rfc6238)('at second %i is %s with eight digits, and its last six with six', (epoch, eight) => {
    expect(codeOfStep(secret, stepAt(epoch), 8)).toBe(eight)
    expect(codeOfStep(secret, stepAt(epoch))).toBe(eight.slice(2))
  })

  it('is that of RFC 4226, counted by steps', () => {
    const expected = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489']
    expect(expected.map((_, step) => codeOfStep(secret, step))).toEqual(expected)
  })

  it('is taken one step early and one late, and no further', () => {
    const epoch = 1_234_567_890
    const now = stepAt(epoch)
    const found = [-2, -1, 0, 1, 2].map((by) => matchingStep(secret, codeOfStep(secret, now + by), { epoch, after: 0 }))
    expect(found).toEqual([null, now - 1, now, now + 1, null])
  })

  it('is not taken for a step that was used, nor for an earlier one', () => {
    const epoch = 1_234_567_890
    const now = stepAt(epoch)
    const code = (by: number) => codeOfStep(secret, now + by)
    expect(matchingStep(secret, code(0), { epoch, after: now })).toBeNull()
    expect(matchingStep(secret, code(-1), { epoch, after: now })).toBeNull()
    expect(matchingStep(secret, code(1), { epoch, after: now })).toBe(now + 1)
  })

  it.each(['', 'abc', '28708', '2870820', '287082 ', '٢٨٧٠٨٢', '0x46167'])('is not %j', (wrong) => {
    expect(matchingStep(secret, wrong, { epoch: 59, after: 0 })).toBeNull()
  })

  it('comes from 160 random bits, which the address of the picture carries', () => {
    const made = newAuthenticatorSecret()
    expect(made).toMatch(/^[A-Z2-7]{32}$/)
    expect(newAuthenticatorSecret()).not.toBe(made)
    const address = new URL(authenticatorAddress(made, 'a+b@example.test'))
    expect(address.protocol).toBe('otpauth:')
    expect(decodeURIComponent(address.pathname)).toContain('Datacrane:a+b@example.test')
    expect(address.searchParams.get('secret')).toBe(made)
    expect(address.searchParams.get('issuer')).toBe('Datacrane')
  })
})

describe('codes that are sent and kept', () => {
  it('has six digits, leading zeros included, spread over all of them', () => {
    const codes = Array.from({ length: 5_000 }, newSentCode)
    expect(codes.every(isSixDigits)).toBe(true)
    const firsts = new Map<string, number>()
    for (const code of codes) firsts.set(code.slice(0, 1), (firsts.get(code.slice(0, 1)) ?? 0) + 1)
    expect(firsts.size).toBe(10)
    // 500 each are expected, with a standard deviation of 21.
    for (const count of firsts.values()) expect(Math.abs(count - 500)).toBeLessThan(130)
  })

  it('makes recovery codes that differ and are read however they are typed', () => {
    const codes = Array.from({ length: 1_000 }, newRecoveryCode)
    expect(new Set(codes).size).toBe(1_000)
    for (const code of codes) expect(code).toMatch(/^[02-9a-hjkmnp-z]{5}-[02-9a-hjkmnp-z]{5}$/)
    expect(plainCode(' AB2CD-ef3gh ')).toBe('ab2cdef3gh')
    expect(isSixDigits(plainCode('123 456'))).toBe(true)
  })

  it('keeps hashes that only the key can make, for one owner and one use', () => {
    const hashes = createCodeHashes('a key')
    const one = hashes.ofSent('challenge', '123456')
    expect(createCodeHashes('a key').ofSent('challenge', '123456')).toBe(one)
    const others = [
      hashes.ofSent('another', '123456'),
      hashes.ofSent('challenge', '123457'),
      hashes.ofRecovery('challenge', '123456'),
      createCodeHashes('another key').ofSent('challenge', '123456'),
    ]
    expect(others).not.toContain(one)
    expect(one).not.toContain('123456')
  })

  it('compares texts of any length', () => {
    expect([isSame('a', 'a'), isSame('a', 'b'), isSame('a', 'aa'), isSame('', '')]).toEqual([true, false, false, true])
  })
})
