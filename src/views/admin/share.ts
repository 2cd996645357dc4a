import { inTenths } from '../kit/format/numbers.ts'

/** A part of a whole in percent; a part that is there is never written as nothing. */
export function shareText(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '0 %'
  const percent = (part / whole) * 100
  return percent < 0.1 ? '< 0.1 %' : `${inTenths(percent)} %`
}
