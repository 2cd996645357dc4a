import { invitation as en } from './en/invitation.ts'
import { inLanguage } from './language.ts'

export const invitationWords = inLanguage({ en })
