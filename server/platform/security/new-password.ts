/** What a person may choose as a password. The rules of the contract, and what a form cannot know. Threat T-PWD, NIST SP 800-63B section 3.1.1.2. */
import { defaultPolicy, faultMessages, faultsOf, type PasswordPolicy } from '#contract/auth/password.ts'
import { refusal } from '#contract/kit/problem.ts'
import { isCommonPassword } from './common-passwords.ts'

export type Chosen = {
  readonly password: string
  readonly email: string
  /** Of the person and of the company. */
  readonly names: readonly string[]
  /** JSON pointer to the password in the request. */
  readonly path: string
  readonly policy?: PasswordPolicy
}

/** Everybody who comes here knows it. */
const product = 'Datacrane'

const messages = new Intl.ListFormat('en')
/** Characters; a shorter part of a name says nothing. */
const partMin = 3

/** @throws `password/weak`, which names the field and what is wrong with it. */
export async function refuseWeakPassword({ password, email, names, path, policy = defaultPolicy }: Chosen): Promise<void> {
  const faults = faultsOf(password, policy).map((fault) => faultMessages[fault])
  if (faults.length > 0) {
    const errors = faults.map((words) => ({ path, message: `needs ${words}` }))
    throw refusal('password/weak', { message: `The password needs ${messages.format(faults)}.`, errors })
  }
  if (await isCommonPassword(password)) throw weak(path, 'is too common and easy to guess')
  if (lengthWithout(password, [email, ...names, product]) < policy.minLength) {
    throw weak(path, 'is too similar to your name, your email, your company or Datacrane')
  }
}

/** A refusal for one reason, as the sentence goes on after "The password". */
export const weak = (path: string, words: string) =>
  refusal('password/weak', { message: `The password ${words}.`, errors: [{ path, message: words }] })

/** The characters that are left when everything is taken out that a stranger knows of this person. */
function lengthWithout(password: string, known: readonly string[]): number {
  const parts = known.map(fold).flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
  const worthAsking = parts.filter((part) => [...part].length >= partMin).toSorted((a, b) => b.length - a.length)
  const rest = worthAsking.reduce((text, part) => text.replaceAll(part, ''), fold(password))
  return [...rest].length
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase().trim()
