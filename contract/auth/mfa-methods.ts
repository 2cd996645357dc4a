/** Methods as the settings of a company name them, and as the account does (X4). A new method is one line here. */
export const mfaMethods = { totp: 'app', email: 'email', sms: 'sms' } as const
export type MfaMethodName = keyof typeof mfaMethods
export const mfaMethodNames = Object.keys(mfaMethods) as MfaMethodName[]
