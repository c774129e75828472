import { sortKey } from '../src/store/sort-key.ts';

/** One word each, so that `Last, First` and its sort key can be put together in SQL from those of the parts. */
const GIVEN = `Ada Amir Ana Anders Aisha Björn Bruno Camila Chen Chiara Chloé Daniel Deniz Diego Dilnoza Elena Élodie Emeka Emil Eva
  Farid Fatima Fiona Goran Grace Hana Hiroshi Ines Ivan Jamal Jana João José Julia Kamala Karim Kofi Lars Leila Liam Lucía Luka
  Maja Marco Mateo Mei Mina Nadia Nikhil Noor Olga Omar Paula Pedro Priya Rafael Rosa Sana Sofía Tariq Tomás Uma Yuki Zoë`.split(/\s+/);

/** 128, of which none lies within another name: a search for one finds its share of all people. */
const FAMILY =
  `Okonkwo Abbott Adeyemi Aguilar Almeida Andersson Bachmann Banerjee Barbosa Bauer Becker Bengtsson Bianchi Brandt Brennan Cabrera
  Calderón Carvalho Castellanos Chatterjee Christensen Cohen Connolly Cooper Costa Danso Davies Delgado Demir Diallo Dimitrov Doyle
  Dubois Duarte Ekström Eriksen Esposito Farah Fernández Ferrari Fischer Fitzgerald Flores Fontaine Fraser Fujita Gallagher García
  Georgiou Ghosh Girard González Gruber Guerrero Gupta Gustafsson Haddad Hakimi Halvorsen Hartmann Hashimoto Hernández Hoffmann Horvat
  Hughes Ibrahim Ilić Inoue Ismail Ivanova Jankowski Jansen Jiménez Johansson Kamau Kaplan Karimova Kaufman Kowalski Krüger
  Kumar Lambert Larsen Laurent Lindqvist Lombardi Lopes MacDonald Mancini Marković Martínez Mbeki Mehta Mensah Mitchell Moreau
  Müller Murakami Mwangi Nakamura Navarro Ndiaye Nguyen Nielsen Novak Nyström Olsen Ortega Osei Papadopoulos Patel Pereira
  Petrović Popescu Quintero Ramírez Rasmussen Reyes Richter Rodríguez Romano Sandoval Santos Schneider Suzuki Takahashi Vasquez Yamamoto`.split(
    /\s+/,
  );

/** What the search of the bench asks for. */
export const SEARCH_TERM = sortKey(FAMILY[0] ?? '');

export interface Names {
  names: string[];
  keys: string[];
}

const withKeys = (names: string[]): Names => ({ names, keys: names.map(sortKey) });

export const given = withKeys(GIVEN);
export const family = withKeys(FAMILY);

export const SUBJECTS =
  `Anatomy,Architecture,Astronomy,Biochemistry,Calculus,Comparative Literature,Cryptography,Development Economics,Ecology,
  Electrical Networks,Ethics,Fluid Mechanics,Genetics,Geology,Human Geography,Immunology,International Law,Linear Algebra,Linguistics,Logic,
  Macroeconomics,Materials Science,Medieval History,Music Theory,Neuroscience,Operating Systems,Organic Chemistry,Philosophy of Mind,
  Probability,Public Health,Social Psychology,Statistics,Thermodynamics,Urban Planning,World History`.split(/,\s*/);
