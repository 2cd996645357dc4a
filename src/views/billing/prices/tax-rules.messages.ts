/** Taxes by country, for the operator. */
export const taxRuleMessages = {
  name: 'tax rules',
  title: 'Tax Rules',
  sub: "The tax on invoices, by the country of the primary billing profile. A company tax under All Invoices takes precedence. Without either, invoices have no tax line. Issued invoices don't change. Please check that these rules meet your legal duties.",
  operatorIn: (country: string) =>
    `Your country is ${country}, from your company's primary billing profile. Reverse charge applies to companies in other countries with a VAT number.`,
  operatorUnknown:
    'Reverse charge is off. First choose a country in your primary billing profile, under Billing Profiles.',
  none: 'No tax rules yet. Invoices have no tax line unless you set one for a company.',
  add: 'New Tax Rule',
  submit: 'Set Tax Rule',
  saved: 'Tax rule saved.',
  noCountry: 'Choose a country',
  fields: {
    country: 'Country',
    name: 'Name on invoices',
    rate: 'Rate in percent',
    from: 'First day (UTC)',
    reverseCharge: 'Reverse charge for companies with a VAT number',
  },
  nameHint: 'For example VAT. Leave empty to end the tax from that day.',
  rateHint: 'For example 19 or 7.7.',
  fromHint: 'Applies to invoices issued from this day.',
  wrongRate: 'A rate from 0 to 100, such as 19 or 7.7',
  columns: { country: 'Country', tax: 'Tax', reverseCharge: 'Reverse charge', from: 'From', setBy: 'Set by', status: 'Status' },
  taxOf: (name: string, rate: number) => (name === '' ? 'No tax' : `${name}, ${rate / 100} %`),
  yes: 'With a VAT number',
  no: '–',
  inForce: 'Applies',
  notInForce: 'Does not apply',
  byUnknown: 'Unknown',
}
