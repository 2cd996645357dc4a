/** The heading of the tab Info: what the company has and what it costs. */
export const infoMessages = {
  soFar: (plan: string, amount: string) => `${plan}, ${amount} so far this month`,
  free: (plan: string) => `${plan}, free`,
  freeOf: (plan: string, records: string, max: string) => `${plan}, free · ${records} of ${max} records`,
  operator: (plan: string) => `${plan}, Datacrane operator`,
  since: (day: string) => `since ${day}`,
  next: (day: string) => `Next invoice on ${day}`,
  nextAbout: (day: string, amount: string) => `Next invoice on ${day}, about ${amount}`,
  invoices: 'View invoices',
  change: 'Change plan',
}
