import { alarm as en } from './en/alarm.ts'
import { inLanguage } from './language.ts'

export const alarmWords = inLanguage({ en })
