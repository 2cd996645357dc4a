export const billingMessages = {
  parts: 'Parts of Billing & Payment',
  tabs: { profiles: 'Billing Profiles', methods: 'Payment Methods' },
  operatorTabs: { profiles: 'Billing Profiles', methods: 'Payment Methods', prices: 'Price Book', all: 'All Invoices' },
}
