"""The games.  Each is data plus pure rules; none of them knows anything of searches."""
