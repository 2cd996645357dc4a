/** What is said of the end of a session, and of what has to be set up first. */
export const sessionClockMessages = {
  title: 'Are you still there?',
  signedOutIn: (time: string) => `You will be signed out in ${time}.`,
  idle: 'You have been inactive for a while.',
  longest: 'Your company limits the length of a session. Your entries stay on the page. Sign in again to continue.',
  stay: 'Stay signed in',
  staying: 'Staying…',
  continue: 'Continue',
  due: 'Set up multi-factor authentication.',
  dueBy: 'Your company requires it by',
  toMfa: 'Set up',
  'set-up-mfa': {
    title: 'Set up multi-factor authentication',
    text: 'Your company requires it. Set it up and save your recovery codes to continue.',
  },
  'change-password': {
    title: 'Your password has expired',
    text: 'Set a new one to continue.',
  },
}
