/** What the page of a confirmation link says. `studio-account-settings.md` section 8. */
export const confirmationMessages = {
  confirming: { title: 'Confirming your account', said: 'Confirming your account…' },
  linkless: {
    title: 'Invalid Confirmation Link',
    said: 'No confirmation token was provided. Please check your email and try again.',
  },
  failed: {
    title: 'Account Confirmation Failed',
    said: "We couldn't confirm your account. Please try signing in or contact support.",
    reason: 'The link may have expired or may be incomplete.',
    lost: "Can't sign in because your account is not confirmed? Resetting your password also confirms it.",
    another: 'Send a reset link',
  },
  unreachable: {
    title: 'Not confirmed yet',
    said: (message: string) => `User confirmation failed: ${message}`,
    retry: 'Retry',
  },
  confirmed: {
    title: 'Account Confirmed',
    said: 'Your account has been successfully confirmed. You can now sign in.',
  },
  signIn: 'Sign In',
  /** Below a sign-in that was refused because the account is not confirmed. */
  again: {
    ask: 'Send the confirmation email again',
    asking: 'Sending…',
    stop: 'Stop',
    sent: 'Email requested. Open the link in it, then sign in.',
  },
}
