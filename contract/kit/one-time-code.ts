/** Codes of six digits that are sent or shown: what the console and the server agree on. `studio-account-settings.md` sections 5 and 9. */

export const codeDigits = 6
/** Milliseconds after which a code may be sent again. */
export const resendPause = 30_000

export const codeTexts = {
  form: 'Please enter a valid 6-digit code',
  resend: 'Resend Code',
} as const
