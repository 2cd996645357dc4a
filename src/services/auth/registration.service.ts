import { type Registration, registrationEndpoints, type SignUpOffer } from '#contract/auth/registration.ts'
import { call, once } from '../kit/api-client.ts'

/** Whether anybody may sign up, as the server has written it into the page. */
export const signUpIsOpen = (): boolean => document.querySelector('meta[name="sign-up"]')?.getAttribute('content') !== 'closed'

/** What the plans cost and how they are paid. */
export const fetchOffer = (signal: AbortSignal): Promise<SignUpOffer> => call(registrationEndpoints.paymentMethods, { signal })

/** Refused where the password is one that is guessed first. */
export async function judgePassword(
  body: { readonly email: string; readonly password: string },
  signal: AbortSignal,
): Promise<void> {
  await call(registrationEndpoints.judgePassword, { body, signal, patience: once })
}

/** Makes a company and its first person. Resolves with the address that the link was sent to, and whether it is only kept there. */
export const register = (
  registration: Registration,
  signal: AbortSignal,
): Promise<{ readonly email: string; readonly isKept: boolean }> =>
  call(registrationEndpoints.register, { body: registration, signal, patience: once })

export const resendConfirmation = (email: string, signal: AbortSignal): Promise<{ readonly isKept: boolean }> =>
  call(registrationEndpoints.resendConfirmation, { body: { email }, signal, patience: once })

const key = 'registration'

/** What was kept of a sign-up in this tab, whatever it is; null when there is nothing or the browser keeps nothing. */
export function readDraft(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Never the password. Storage that is full or forbidden costs the next load its draft, not this one. */
export function keepDraft(draft: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // What is typed stays on the page.
  }
}
