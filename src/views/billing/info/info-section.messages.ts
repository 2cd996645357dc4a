/** What is due and what was paid. */
export const infoSectionMessages = {
  name: 'account info',
  due: 'Current due',
  nothingDue: 'nothing is open',
  dueDate: 'Due date',
  none: '–',
  increase: 'Last invoice',
  percent: (percent: string) => `${percent} %`,
  increaseNote: 'vs. previous month',
  noIncrease: 'from the second invoice on',
  profile: 'Billing profile',
  profileNote: 'receives the invoices',
  dueIn: (currency: string) => `Current due in ${currency}`,
  chart: 'Paid by month',
  chartIn: (currency: string) => `Paid by month in ${currency}`,
  series: 'Paid',
  empty: 'Nothing was paid in the last twelve months',
}
