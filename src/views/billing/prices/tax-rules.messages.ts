/** Taxes by country, for the operator. */
export const taxRuleMessages = {
  name: 'tax rules',
  title: 'Tax Rules',
  sub: 'The tax on invoices by the country of the primary billing profile. A tax set for a company under All Invoices comes first; without either, invoices have no tax line. Issued invoices keep what they say. Datacrane does not check whether these rules are what the law asks for.',
  operatorIn: (country: string) =>
    `Your country is ${country}, from the primary billing profile of your company. Reverse charge is for companies of other countries that have a VAT number.`,
  operatorUnknown:
    'No one gets reverse charge: choose a country in the primary billing profile of your company first, under Billing Profiles.',
  none: 'No tax rule yet: invoices have no tax line, unless one is set for the company.',
  add: 'New Tax Rule',
  submit: 'Set Tax Rule',
  saved: 'The tax rule was set.',
  noCountry: 'Choose a country',
  fields: {
    country: 'Country',
    name: 'Name on invoices',
    rate: 'Rate in per cent',
    from: 'First day (UTC)',
    reverseCharge: 'Reverse charge for companies with a VAT number',
  },
  nameHint: 'For example VAT. Empty: the country has no tax from that day on.',
  rateHint: 'For example 19 or 7.7.',
  fromHint: 'Invoices that are issued from this day on take the rule.',
  wrongRate: 'A rate from 0 to 100, such as 19 or 7.7',
  columns: { country: 'Country', tax: 'Tax', reverseCharge: 'Reverse charge', from: 'From', setBy: 'Set by', status: 'Status' },
  taxOf: (name: string, rate: number) => (name === '' ? 'No tax' : `${name}, ${rate / 100} %`),
  yes: 'With a VAT number',
  no: '–',
  inForce: 'Applies',
  notInForce: 'Does not apply',
  byUnknown: 'Unknown',
}
