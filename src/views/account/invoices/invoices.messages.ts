export const invoicesMessages = {
  none: 'No invoices yet',
  why: 'Your company has not been invoiced. What it used this month stands below.',
}
