export const billingMessages = {
  none: 'No billing profile yet',
  why: 'Nothing is charged and no card is stored. What your company used this month stands below.',
}
