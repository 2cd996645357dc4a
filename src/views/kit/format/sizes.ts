import { inTenths, number } from './numbers.ts'
import { sizes as messages } from './sizes.messages.ts'

/** Bytes as "812 B", "1.5 kB", "3.0 MB". */
export function bytes(value: number): string {
  if (value < 1_000) return messages.bytes(number(value))
  return value < 1_000_000 ? messages.kilobytes(inTenths(value / 1_000)) : messages.megabytes(inTenths(value / 1_000_000))
}
