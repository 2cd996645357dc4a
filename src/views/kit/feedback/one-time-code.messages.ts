/** What is said around a code of six digits. */
export const oneTimeCodeMessages = {
  form: 'Verification code',
  code: 'Code',
  verify: 'Verify',
  verifying: 'Verifying…',
  resending: 'Sending…',
  sentAgain: 'The code is on its way again.',
  wait: 'You can have it sent again in half a minute.',
  expired: 'The code has expired. Go back and start again.',
}
