/** Passwords that a form cannot judge: common ones in every dress, and those that are made of what everybody knows of a person. */
import { dictionary } from '@zxcvbn-ts/language-common'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { faultsOf } from '#contract/auth/password.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import { isCommonPassword } from '#server/platform/security/common-passwords.ts'
import { refuseWeakPassword } from '#server/platform/security/new-password.ts'

const someone = { email: 'mary.ward@looms.example', names: ['Mary', 'Ward', 'Looms & Sons Ltd'], path: '/password' }
const words = dictionary['passwords-common']
const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

async function messageOf(password: string): Promise<string | null> {
  try {
    await refuseWeakPassword({ ...someone, password })
    return null
  } catch (thrown) {
    if (thrown instanceof ProblemError && thrown.problem.code === 'password/weak') return thrown.problem.message
    throw thrown
  }
}

describe('a common password', () => {
  it('is found among the first 3,000 that fit the policy, dressed as people dress them', async () => {
    const dresses = [
      (it: string) => `${it}1!`,
      (it: string) => `${it}123!`,
      (it: string) => `${it}2024!`,
      (it: string) => `#1${it}`,
    ]
    const fitting = words
      .filter((word) => /^[a-z]{4,}$/.test(word))
      .flatMap((word) => dresses.map((dress) => dress(capital(word))))
      .filter((password) => faultsOf(password).length === 0)
      .slice(0, 3_000 * dresses.length)
    expect(fitting).toHaveLength(12_000)
    const missed = []
    for (const password of fitting) if (!(await isCommonPassword(password))) missed.push(password)
    expect(missed).toEqual([])
  })

  it('is found as it stands in the list, in any case, with and without signs', async () => {
    for (const word of words.slice(0, 3_000)) expect(await isCommonPassword(word.toUpperCase()), word).toBe(true)
    for (const each of ['P@ssw0rd', 'Tr0ub4dor', '1Qaz-2wsx', 'M0nk3y!!', 'Pa$$word99', 'Ｐassword1!']) {
      expect(await isCommonPassword(each), each).toBe(each !== 'Tr0ub4dor')
    }
  })

  it('is not found in a phrase, nor in what chance made', async () => {
    for (const each of [
      'Correct horse 9!',
      'monkey business in 4 acts',
      'dragon-Tailor-88-spoon',
      'Password is not what I took 1!',
    ])
      expect(await isCommonPassword(each), each).toBe(false)
    const signs = fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789!#%&*+-=?@')
    const random = fc.array(signs, { minLength: 12, maxLength: 24 }).map((all) => all.join(''))
    await fc.assert(
      fc.asyncProperty(random, async (password) => !(await isCommonPassword(password))),
      { numRuns: 2_000 },
    )
  })
})

describe('a new password', () => {
  it('is more than names and email', async () => {
    const words = 'The password is too similar to your name, your email, your company or Datacrane.'
    const weak = ['MaryWard-1906!', 'Looms-Sons-Ltd-1!', 'mary.ward@Looms.example1', 'Looms2026!!', 'Datacrane1!']
    for (const password of weak) expect(await messageOf(password), password).toBe(words)
    for (const password of ['Mary had 1 little lamb!', 'Correct horse 9!', 'looms-Weave-14-threads']) {
      expect(await messageOf(password), password).toBe(null)
    }
  })

  it('says all that it lacks in one sentence', async () => {
    expect(await messageOf('abc')).toBe(
      'The password needs more characters, an uppercase letter, a number, and a special character.',
    )
    expect(await messageOf(`Aa1!${'x'.repeat(253)}`)).toBe('The password needs at most 256 characters.')
    expect(await messageOf(`Aa1!${'xyz '.repeat(16)}`)).toBe(null)
  })

  it('is judged without a fault, whatever it is', async () => {
    const unit = fc.constantFrom('a', 'A', '1', '!', ' ', '(', '\\', '$&', '\u0000', '\ud800', '🔑', 'ß', 'İ', 'ﬁ', 'ä')
    await fc.assert(
      fc.asyncProperty(fc.string({ unit, maxLength: 300 }), fc.string({ unit }), async (password, name) => {
        await refuseWeakPassword({ ...someone, names: [name, '('], password }).catch((thrown: unknown) => {
          if (!(thrown instanceof ProblemError)) throw thrown
        })
      }),
    )
  })
})
