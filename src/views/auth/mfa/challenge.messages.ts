/** What the question for a second factor says. */
export const challengeMessages = {
  form: 'Second factor',
  code: 'Code',
  recoveryCode: 'Recovery code',
  fromApp: 'Enter the 6 digits that your authenticator shows now.',
  fromSms: (target: string) => `Enter the 6 digits of the message for ${target}.`,
  fromEmail: (target: string) => `Enter the 6 digits of the email for ${target}. Look in the spam folder too.`,
  fromOutbox: (target: string) =>
    `Nothing is set up to send the code for ${target}. Your operator can find the code in the outbox.`,
  unknownTarget: 'you',
  fromPaper: 'Enter one of the recovery codes that you kept. Each of them works once.',
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
