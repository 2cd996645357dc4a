/** What the question for a second factor says. */
export const challengeMessages = {
  form: 'Second factor',
  code: 'Code',
  recoveryCode: 'Recovery code',
  fromApp: 'Enter the 6 digits from your authenticator app.',
  fromSms: (target: string) => `Enter the 6 digits we sent to ${target}.`,
  fromEmail: (target: string) => `Enter the 6 digits we emailed to ${target}. Check your spam folder too.`,
  fromOutbox: (target: string) =>
    `We can't send the code for ${target}: no sender is set up. Your operator can find it in the outbox.`,
  unknownTarget: 'you',
  fromPaper: 'Enter one of your saved recovery codes. Each code works once.',
  verify: 'Verify',
  verifying: 'Verifying…',
  stop: 'Stop',
  missingDigits: 'Enter all 6 digits.',
  missingRecovery: 'Enter a recovery code.',
  choseRecovery: 'Use a recovery code',
  choseCode: 'Use a code instead',
  ending: 'Back to the sign-in…',
  passed: 'Verified. Opening your page…',
}
