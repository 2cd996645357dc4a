import { countedIn } from '../counted.ts'

const counted = countedIn('en')

/** Sizes and spans of time: the numbers come written, the symbols are those of the SI, which `Intl` does not have in English. */
export const measures = {
  notRecorded: 'not recorded',
  underAMillisecond: 'under 1 ms',
  bytes: (value: string) => `${value} B`,
  kilobytes: (value: string) => `${value} kB`,
  megabytes: (value: string) => `${value} MB`,
  milliseconds: (value: string) => `${value} ms`,
  seconds: (value: string) => `${value} s`,
  minutes: (value: string) => `${value} min`,
  minutesAndSeconds: (minutes: string, seconds: string) => `${minutes} min ${seconds} s`,
  hours: (value: string) => `${value} h`,
  hoursAndMinutes: (hours: string, minutes: string) => `${hours} h ${minutes} min`,
  days: counted({ one: '# day', other: '# days' }),
}
