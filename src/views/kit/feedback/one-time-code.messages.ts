/** What is said around a code of six digits. */
export const oneTimeCodeMessages = {
  form: 'Verification code',
  code: 'Code',
  verify: 'Verify',
  verifying: 'Verifying…',
  resending: 'Sending…',
  sentAgain: 'New code requested.',
  wait: 'You can request another code in half a minute.',
  expiresIn: (time: string) => `The code expires in ${time}.`,
  /** Of a code that an app shows: it changes by itself, so the time is that of the setup. */
  finishWithin: (minutes: number) => `Finish setup within ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  expired: 'The code has expired. Go back and start again.',
}
