/** The instant (ISO 8601) at which a day of the calendar begins for the person, `later` days after `day`; undefined of what is no day. */
export function midnight(day: string, later: number): string | undefined {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const at = new Date(year, month - 1, date + later)
  return day === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
