import { countedIn } from './counted.ts'

/** Spans of time: the numbers come written; the symbols are those of the SI, which `Intl` does not have in English. */
export const spanMessages = {
  notRecorded: 'not recorded',
  times: '{first} to {last}',
  underAMillisecond: 'under 1 ms',
  milliseconds: (value: string) => `${value} ms`,
  seconds: (value: string) => `${value} s`,
  minutes: (value: string) => `${value} min`,
  minutesAndSeconds: (minutes: string, seconds: string) => `${minutes} min ${seconds} s`,
  hours: (value: string) => `${value} h`,
  hoursAndMinutes: (hours: string, minutes: string) => `${hours} h ${minutes} min`,
  days: countedIn('en')({ one: '# day', other: '# days' }),
}
