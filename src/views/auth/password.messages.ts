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
    intro: 'Enter the email that you sign in with. You get a link that sets a new password.',
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
      `If someone signs in with ${email}, a link is sent there, five an hour at most. It works once, for 30 minutes.`,
    titleOfKept: 'Ask for your link',
    saidOfKept: (email: string) =>
      `If someone signs in with ${email}, a link is made for them, five an hour at most. It works once, for 30 minutes.`,
    nothing: 'Nothing came? Look into the spam folder, or try again with the address that you signed up with.',
    again: 'Try again',
  },
  reset: {
    title: 'Set a new password',
    form: 'Set a new password',
    submit: 'Save the password',
    submitting: 'Saving…',
    missing: 'The password does not meet the rules yet.',
    consequence: 'Wherever you are signed in, you will have to sign in again.',
    failed: (message: string) => `Password update failed: ${message}`,
  },
  saved: {
    title: 'Password updated',
    said: 'Every session that you had has ended. Sign in with the new password.',
  },
  linkless: {
    title: 'This link is incomplete',
    said: 'This link has no token. Open the link in the email again, or ask for a new one.',
  },
  dead: {
    title: 'Link no longer works',
    said: 'A link works once, for 30 minutes, and only the newest one. If you have set a new password already, sign in with it.',
  },
  askAgain: 'Ask for a new link',
}
