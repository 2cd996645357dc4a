/** What a new password must be, and what the pages of a forgotten one say. */
import { passwordMax } from '#contract/auth/password.ts'

export const passwordMessages = {
  label: 'Password',
  newLabel: 'New password',
  rules: 'The password needs',
  met: 'done',
  unmet: 'missing',
  needs: {
    tooShort: (characters: number) => `At least ${characters} characters`,
    tooLong: `At most ${passwordMax} characters`,
    noUppercase: 'An uppercase letter',
    noLowercase: 'A lowercase letter',
    noNumber: 'A number',
    noSpecial: 'A special character',
  },
  loading: 'Loading…',
  cancel: 'Cancel',
  toSignIn: 'Back to sign in',
  signIn: 'Sign in',
  forgot: {
    title: 'Reset your password',
    intro: "Enter the email you sign in with. We'll send you a link to set a new password.",
    form: 'Reset your password',
    email: 'Email',
    submit: 'Send the link',
    submitting: 'Sending…',
    missing: 'Enter your email.',
    failed: (message: string) => `Password reset failed: ${message}`,
  },
  requested: {
    title: 'Check your inbox',
    said: (email: string) =>
      `If an account exists for ${email}, we'll send a link. It works once, for 30 minutes. You can request five links an hour.`,
    titleOfKept: 'Get your link from the operator',
    saidOfKept: (email: string) =>
      `If an account exists for ${email}, we'll create a link. It works once, for 30 minutes. You can request five links an hour.`,
    nothing: 'Nothing arrived? Check your spam folder, or try the email you signed up with.',
    again: 'Try again',
  },
  reset: {
    title: 'Set a new password',
    form: 'Set a new password',
    submit: 'Save the password',
    submitting: 'Saving…',
    missing: "Your password doesn't meet the rules yet.",
    consequence: 'You will be signed out everywhere.',
    failed: (message: string) => `Password update failed: ${message}`,
  },
  saved: {
    title: 'Password updated',
    said: 'You were signed out everywhere. Sign in with your new password.',
  },
  linkless: {
    title: 'This link is incomplete',
    said: 'The token is missing from this link. Open the link in your email again, or request a new one.',
  },
  dead: {
    title: 'Link no longer works',
    said: 'Each link works once, for 30 minutes. Only the newest link works. If you already set a new password, sign in.',
  },
  askAgain: 'Request a new link',
}
