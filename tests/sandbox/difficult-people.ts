/** A person as they type themselves. */
export type DifficultPerson = {
  email: string;
  phone: string;
  /** Where the phone number is from. */
  country: string;
  /** What is hashed of the email. Without it: as it is typed, in lower case. */
  plain?: string;
  /** The same for Google, where that differs. */
  googlePlain?: string;
};

/** Forty invented people whose addresses and numbers are easily hashed wrongly. */
export const difficultPeople: DifficultPerson[] = [
  { email: "person@example.com", phone: "+34 612 345 678", country: "ES" },
  { email: "  Person@Example.COM ", phone: "612 345 678", country: "ES", plain: "person@example.com" },
  { email: "user.name+NYC@Example.com", phone: "(201) 555-0123", country: "US" },
  { email: "o'brien@example.ie", phone: "085 012 3456", country: "IE" },
  { email: "under_score@example.org", phone: "+44 (0)7400 123456", country: "GB" },
  { email: "dash-ed@sub-domain.example.co.uk", phone: "07400 123456", country: "GB" },
  { email: "a@b.co", phone: "0044 7400 123456", country: "GB" },
  { email: "1234567890@example.com", phone: "0170 1234567", country: "DE" },
  { email: "x.y.z@example.museum", phone: "+49 (0)170 123 45 67", country: "DE" },
  { email: "FIRST.LAST@EXAMPLE.DE", phone: "0049 170 1234567", country: "DE" },
  {
    email: "cloudy.sanfrancisco+shopping@gmail.com",
    phone: "+1 650 253 0000",
    country: "US",
    googlePlain: "cloudysanfrancisco@gmail.com",
  },
  {
    email: "First.Last@GoogleMail.com",
    phone: "650-253-0000",
    country: "US",
    googlePlain: "firstlast@googlemail.com",
  },
  { email: "John_Smith@gmail.com", phone: "+1.650.253.0000", country: "US" },
  { email: "dots.stay@gmail.example.com", phone: "06 12 34 56 78", country: "FR" },
  { email: "plus+stays@outlook.com", phone: "+33 (0)6 12 34 56 78", country: "FR" },
  { email: "percent%sign@example.com", phone: "312 345 6789", country: "IT" },
  { email: "hash#tag@example.com", phone: "+39 312 345 6789", country: "IT" },
  { email: "slash/es@example.com", phone: "0532 123 45 67", country: "TR" },
  { email: "ISTANBUL@example.com.tr", phone: "+90 501 234 56 78", country: "TR" },
  { email: "equals=sign@example.com", phone: "050 123 4567", country: "AE" },
  { email: "question?@example.com", phone: "٠٥٠ ١٢٣ ٤٥٦٧", country: "AE" },
  { email: "star*@example.com", phone: "+971 50 123 4567", country: "AE" },
  { email: "caret^@example.com", phone: "090-1234-5678", country: "JP" },
  { email: "brace{d}@example.com", phone: "+81 90 1234 5678", country: "JP" },
  { email: "pipe|@example.com", phone: "0912 345 678", country: "VN" },
  { email: "tilde~@example.com", phone: "081234 56789", country: "ID" },
  { email: "exclaim!@example.com", phone: "+62 812-345-678", country: "ID" },
  { email: "dollar$@example.com", phone: "(11) 96123-4567", country: "BR" },
  { email: "amp&@example.com", phone: "+55 11 96123 4567", country: "BR" },
  { email: "back`tick@example.com", phone: "081234 56789", country: "IN" },
  { email: "info@xn--mnchen-3ya.de", phone: "+91 81234 56789", country: "IN" },
  { email: "long.local.part.of.an.address.that.goes.on@example.com", phone: "0802 123 4567", country: "NG" },
  // Beyond ASCII, which Meta's package refuses.
  { email: "info@münchen.de", phone: "+234 802 123 4567", country: "NG", plain: "info@xn--mnchen-3ya.de" },
  // Its small letter is an i with a dot of its own.
  {
    email: "İSTANBUL@example.com.tr",
    phone: "+90 532 123 45 67",
    country: "TR",
    plain: "i\u0307stanbul@example.com.tr",
  },
  { email: "JÖHN@EXAMPLE.COM", phone: "+41 79 123 45 67", country: "CH", plain: "jöhn@example.com" },
  // The accent as a character of its own.
  { email: "rene\u0301@example.com", phone: "0470 12 34 56", country: "BE", plain: "rené@example.com" },
  { email: "用户@例子.广告", phone: "131 2345 6789", country: "CN", plain: "用户@xn--fsqu00a.xn--4rr70v" },
  { email: "почта@пример.рф", phone: "8 912 345-67-89", country: "RU", plain: "почта@xn--e1afmkfd.xn--p1ai" },
  { email: "mail@straße.de", phone: "+43 664 123456", country: "AT", plain: "mail@xn--strae-oqa.de" },
  { email: "θεός@example.gr", phone: "691 234 5678", country: "GR" },
];
