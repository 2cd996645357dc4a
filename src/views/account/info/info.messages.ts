/** The heading of the tab Info: what the company has and what it costs. */
export const infoMessages = {
  soFar: (plan: string, amount: string) => `${plan}, ${amount} so far this month`,
  free: (plan: string) => `${plan}, free`,
  freeOf: (plan: string, records: string, max: string) => `${plan}, free · ${records} of ${max} records`,
  operator: (plan: string) => `${plan}, operator of this Datacrane`,
  next: (company: string, day: string) => `${company} · Next invoice on ${day}`,
  nextAbout: (company: string, day: string, amount: string) => `${company} · Next invoice on ${day}, about ${amount}`,
}
