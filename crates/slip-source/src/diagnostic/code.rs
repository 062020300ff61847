//! Codes of diagnostics: stable names in kebab case, each with a default severity and a page.
//!
//! Each code is one line in `codes!`. The page `docs/codes/<slug>.md` is embedded, so a code without a page does not
//! compile; its bad and good examples are tests.

use super::Severity;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use slip_keyword::keyword_enum;

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $name:ident $slug:literal $severity:ident;)*) => {
        keyword_enum! {
            /// Code of a diagnostic. The order is alphabetical by slug.
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
            pub enum Code { $($(#[doc = $doc])* $name = $slug,)* }

            /// Returns the stable name of the code, in kebab case.
            pub const fn slug(self) -> &'static str;

            /// Returns the code with this stable name.
            pub fn from_slug(word: &str) -> Option<Self>;
        }

        impl Code {
            /// Returns the default severity of the code, which a lint level may change.
            pub const fn severity(self) -> Severity {
                match self { $(Code::$name => Severity::$severity,)* }
            }

            /// Returns the page of the code in Markdown, which `slipyard explain` prints.
            pub const fn page(self) -> &'static str {
                match self { $(Code::$name => include_str!(concat!("../../../../docs/codes/", $slug, ".md")),)* }
            }
        }
    };
}

codes! {
    /// Advice of a design that an item does not follow.
    Advice "advice" Warning;
    /// Aliases that refer to each other in a circle.
    AliasCircle "alias-circle" Error;
    /// An item of a kind with several designs that does not name its design.
    AmbiguousDesign "ambiguous-design" Error;
    /// A name with several possible meanings.
    AmbiguousName "ambiguous-name" Error;
    /// A call, stunt or list with the wrong number of arguments.
    ArgumentCount "argument-count" Error;
    /// A character with too few or too many aspects that are marked with a phase of life.
    AspectPhases "aspect-phases" Warning;
    /// A name with characters that names may not have.
    BadName "bad-name" Error;
    /// A thing that the campaign bans.
    BannedItem "banned" Error;
    /// An ambush whose units cannot see the enemy's route, or cannot be seen from it.
    BlindAmbush "blind-ambush" Warning;
    /// A border between zones that do not touch in the picture.
    BorderApart "border-apart" Warning;
    /// A border that is written twice.
    BorderTwice "border-twice" Error;
    /// An effect on how items are built that is in force only in an encounter, where all items are built already.
    BuiltTooLate "built-too-late" Warning;
    /// An attached person who cannot raise the skill of the unit.
    CannotAmplify "cannot-amplify" Error;
    /// A leader whose design cannot lead.
    CannotLead "cannot-lead" Error;
    /// A second comparison directly after the first: `a < b < c`.
    ChainedComparison "chained-comparison" Error;
    /// A cluster whose systems are not all joined.
    ClusterApart "cluster-apart" Error;
    /// A cluster with fewer or more systems than usual.
    ClusterSize "cluster-size" Warning;
    /// Two patches that change the same thing differently.
    ConflictingPatches "conflicting-patches" Error;
    /// Two effects of one carrier that contradict each other.
    ContradictoryEffects "contradictory-effects" Error;
    /// A map with fewer zones than units that fight on it.
    CrowdedMap "crowded-map" Note;
    /// A number with a decimal point.
    DecimalNumber "decimal-number" Error;
    /// Packages that depend on each other in a circle.
    DependencyCycle "dependency-cycle" Error;
    /// An aspect that a rule adds to an item.
    DerivedAspect "derived-aspect" Note;
    /// An aspect that an author writes although a rule adds it.
    DerivedAspectWritten "derived-aspect-written" Note;
    /// Fewer dice spent than a background gives.
    DiceLeft "dice-left" Warning;
    /// More dice spent than a background gives.
    DiceOverspent "dice-overspent" Error;
    /// A doctrine that is used in another kind of play than its own.
    DoctrineOfOtherPlay "doctrine-of-other-play" Error;
    /// An item that is dominated: another item of the package is at least as good in everything and costs no more.
    DominatedDesign "dominated-design" Warning;
    /// An entry that may be written only once and is repeated.
    DuplicateEntry "duplicate-entry" Error;
    /// A name that is declared twice.
    DuplicateName "duplicate-name" Error;
    /// Two packages with the same name.
    DuplicatePackage "duplicate-package" Error;
    /// An effect whose condition is always false.
    EffectNeverApplies "effect-never-applies" Error;
    /// An effect of a ruleset or place without a subject.
    EffectWithoutSubject "effect-without-subject" Error;
    /// An effect with words that no kind of play of its carrier supports.
    EffectWrongPlay "effect-wrong-play" Error;
    /// A range that contains no value.
    EmptyRange "empty-range" Error;
    /// A track without boxes.
    EmptyTrack "empty-track" Warning;
    /// An `=` or `:` between a key and its value.
    EqualsSign "equals-sign" Error;
    /// Two stunts that exclude each other.
    ExcludedStunt "excluded-stunt" Error;
    /// A fetched dependency whose files do not have the hash that the manifest states.
    FetchMismatch "fetch-mismatch" Error;
    /// A track that may not be changed.
    FixedTrack "fixed-track" Error;
    /// A package whose licence the policy of the repository does not allow.
    ForbiddenLicence "forbidden-licence" Error;
    /// A patch that the policy of the repository does not allow.
    ForbiddenPatch "forbidden-patch" Error;
    /// A waiver that the policy of the repository or the run does not allow.
    ForbiddenWaiver "forbidden-waiver" Error;
    /// A doctrine whose base is for another kind of play.
    ForeignBase "foreign-base" Error;
    /// A package called `std` that is not the standard library.
    ForeignStd "foreign-std" Error;
    /// A formula without a value: overflow, division by zero, or an index outside its list.
    FormulaFault "formula-fault" Error;
    /// A number where a truth value is expected, or the reverse.
    FormulaType "formula-type" Error;
    /// A Cost of 0 or below: the item is granted without a roll.
    FreeOfCharge "free-of-charge" Note;
    /// Items derived from each other in a circle.
    FromCircle "from-circle" Error;
    /// A base of another kind than the item.
    FromOtherKind "from-other-kind" Error;
    /// Characters that readers do not see, or names that look alike.
    HiddenCharacters "hidden-characters" Warning;
    /// A border that no unit of the battle can cross.
    HopelessBorder "hopeless-border" Warning;
    /// A person at a station without duties.
    IdleStation "idle-station" Warning;
    /// A stunt without effect that is not marked as `sink`.
    IdleStunt "idle-stunt" Error;
    /// A row of a table that no roll gives.
    ImpossibleRow "impossible-row" Error;
    /// A victory whose condition can never be true.
    ImpossibleVictory "impossible-victory" Error;
    /// A character in two places at once.
    InTwoPlaces "in-two-places" Error;
    /// A letter in a picture that belongs to no zone.
    LetterWithoutZone "letter-without-zone" Error;
    /// A price or limit on a permanent effect.
    LimitOnStandingEffect "limit-on-standing-effect" Error;
    /// A lock file that cannot be read.
    LockFile "lock-file" Error;
    /// A dependency that differs from the one pinned by the lock file.
    LockMismatch "lock-mismatch" Warning;
    /// A lock file that lacks dependencies, or pins some that are gone.
    LockOutdated "lock-outdated" Note;
    /// A modal weapon with fewer than two modes.
    LoneMode "lone-mode" Error;
    /// A manifest that loosens a limit of the policy of the repository.
    LooserThanPolicy "looser-than-policy" Error;
    /// A ship owned through a stunt, if the trade rating of the ship is too low to pay for its maintenance.
    LowTrade "low-trade" Warning;
    /// A value in the manifest that is malformed or missing.
    Manifest "manifest" Error;
    /// A manifest that is not valid TOML.
    ManifestSyntax "manifest-syntax" Error;
    /// More slipstreams at one system of a cluster than dice can give.
    ManySlipstreams "many-slipstreams" Warning;
    /// A merge conflict left in a text by version control.
    MergeConflict "merge-conflict" Error;
    /// Aspect slots that are left empty.
    MissingAspects "missing-aspects" Warning;
    /// A dependency that is not found at the place that the manifest states.
    MissingDependency "missing-dependency" Error;
    /// A required entry that is missing.
    MissingEntry "missing-entry" Error;
    /// Characters of a wargame that are built by different rules.
    MixedCharacters "mixed-characters" Error;
    /// Two stunts that make a weapon modal.
    MixedModes "mixed-modes" Error;
    /// A `+` in a doctrine that changes nothing.
    NeedlessPlus "needless-plus" Warning;
    /// Brackets that are nested beyond the limit.
    NestedTooDeeply "nested-too-deeply" Error;
    /// A doctrine rule whose options never exist.
    NeverFits "never-fits" Warning;
    /// A craft that depends on a carrier and is in an encounter without it.
    NoCarrier "no-carrier" Error;
    /// An actor without a zone to start in.
    NoStartZone "no-start-zone" Error;
    /// A zone that no unit of the battle can leave.
    NoWayOut "no-way-out" Warning;
    /// A name that belongs to no actor of the encounter.
    NobodyCalled "nobody-called" Error;
    /// A person or thing that this kind of conflict cannot hurt.
    NotACombatant "not-a-combatant" Error;
    /// A thing in a gear list that cannot be carried.
    NotGear "not-gear" Error;
    /// A thing that cannot be in play from the start of an encounter.
    NotInPlay "not-in-play" Error;
    /// A value of a setting, or an effect in an encounter, that has no effect because no rule uses it.
    NotRead "not-read" Note;
    /// A file that is not UTF-8 text.
    NotUtf8 "not-utf8" Error;
    /// A `carry` of state into an encounter none of whose actors was in an earlier encounter.
    NothingToCarry "nothing-to-carry" Warning;
    /// A `without` that removes nothing.
    NothingToDrop "nothing-to-drop" Warning;
    /// A number that is beyond the limit.
    NumberTooLarge "number-too-large" Error;
    /// An old name, which an alias keeps valid.
    OldName "old-name" Note;
    /// The worth of each side of a battle.
    OrderOfBattle "order-of-battle" Note;
    /// A package that is checked with another standard library than the embedded one.
    OtherRules "other-rules" Note;
    /// Units that begin outside the command range of their leader.
    OutOfCommand "out-of-command" Warning;
    /// A link in the file system that leads out of the package.
    OutsidePackage "outside-package" Error;
    /// More build points spent than the technology allows.
    OverBudget "over-budget" Error;
    /// Too many passengers for a carrier, or passengers that the carrier does not take.
    Overloaded "overloaded" Error;
    /// A patch of an item of the same package.
    OwnPatch "own-patch" Error;
    /// A packed dependency whose hash differs from the manifest.
    PackMismatch "pack-mismatch" Error;
    /// An argument of another type than its parameter.
    ParameterKind "parameter-kind" Error;
    /// A stunt about rolls of a skill that is never rolled.
    PassiveSkill "passive-skill" Warning;
    /// Rows of a picture that differ in length.
    RaggedPicture "ragged-picture" Warning;
    /// A stunt that the design gives for free already.
    RedundantStunt "redundant-stunt" Warning;
    /// A file that is not a valid pack.
    RefusedPack "refused-pack" Error;
    /// A skill that is written twice.
    RepeatedSkill "repeated-skill" Error;
    /// A stunt bought more often than allowed.
    RepeatedStunt "repeated-stunt" Error;
    /// A requirement of the design that an item does not meet.
    RequirementFailed "requirement-failed" Error;
    /// A standard library that differs from the pinned one, or two standard libraries in one program.
    RulesMismatch "rules-mismatch" Error;
    /// Two rulesets that give the same setting different values.
    RulesetsDisagree "rulesets-disagree" Error;
    /// Two systems of a cluster with the same initial.
    SameInitial "same-initial" Warning;
    /// A dice script with too few or too many faces.
    ScriptDice "script-dice" Error;
    /// A line of a script that matches no answer, or several.
    ScriptMisfit "script-misfit" Error;
    /// A name in a script that belongs to no actor of the encounter.
    ScriptName "script-name" Error;
    /// A line of a script that cannot be read.
    ScriptSyntax "script-syntax" Error;
    /// A line of a script that answers a question which is never asked.
    ScriptUnasked "script-unasked" Error;
    /// A design that requires a setting which is off.
    SettingOff "setting-off" Error;
    /// A value that a setting cannot have.
    SettingValue "setting-value" Error;
    /// A side without actors.
    SideWithoutActors "side-without-actors" Error;
    /// A stunt that is marked as `sink`, which means that it has no effect, but has one.
    SinkWithEffect "sink-with-effect" Error;
    /// A skill that only characters of another kind may have.
    SkillNotAllowed "skill-not-allowed" Error;
    /// A skill that is not on the skill list of the design.
    SkillOfOtherList "skill-of-other-list" Error;
    /// Skills that do not form the pyramid or column that the design requires.
    SkillPyramid "skill-pyramid" Error;
    /// A skill without a rank, or with an impossible rank.
    SkillRank "skill-rank" Error;
    /// A skill whose subjects are not named.
    SkillSubjects "skill-subjects" Warning;
    /// A cluster in which no system can build a ship with a slip drive.
    SlipstreamGuarantee "slipstream-guarantee" Warning;
    /// A rank above its cap.
    StatAboveCap "stat-above-cap" Error;
    /// A rank below the lowest rank of the design, which is not 0.
    StatBelowMinimum "stat-below-minimum" Error;
    /// A rank below 0, the lowest rank of the design.
    StatBelowZero "stat-below-zero" Error;
    /// A statistic that only other designs of the kind have.
    StatNotAllowed "stat-not-allowed" Error;
    /// A character that has no meaning in Slip.
    StrayCharacter "stray-character" Error;
    /// A stunt without another stunt that it requires.
    StuntNeedsStunt "stunt-needs-stunt" Error;
    /// A stunt that requires a higher technology than the item has.
    StuntNeedsTech "stunt-needs-tech" Error;
    /// A stunt that the design does not sell.
    StuntNotSold "stunt-not-sold" Error;
    /// An aspect that a stunt of the same item seems to exclude.
    SuspectAspect "suspect-aspect" Warning;
    /// Text that cannot be parsed.
    Syntax "syntax" Error;
    /// A table whose rolls lead back to the table itself.
    TableCircle "table-circle" Error;
    /// A result of the dice that no row of a table has.
    TableGap "table-gap" Error;
    /// A result of the dice that two rows of a table have.
    TableOverlap "table-overlap" Error;
    /// A technology above the limit of the campaign.
    TechAboveCampaign "tech-above-campaign" Error;
    /// A technology that the design does not support.
    TechOutOfRange "tech-out-of-range" Error;
    /// An expectation of a test that is false.
    TestFailed "test-failed" Error;
    /// A question of a test that cannot be answered in this form.
    TestUnanswered "test-unanswered" Error;
    /// An expectation of a test that the played games do not decide.
    TestUndecided "test-undecided" Warning;
    /// A statistic with fewer dice than required.
    TooFewDice "too-few-dice" Error;
    /// Fewer stunts than the design requires.
    TooFewStunts "too-few-stunts" Error;
    /// More actors, zones or other parts than the engine supports.
    TooLarge "too-large" Error;
    /// A social encounter with too few rounds for its goals.
    TooLittleTime "too-little-time" Warning;
    /// More aspects than slots for them.
    TooManyAspects "too-many-aspects" Error;
    /// More stunts than the design allows.
    TooManyStunts "too-many-stunts" Error;
    /// Training in a skill for which the rules define no effect of training.
    TrainingWithoutMeaning "training-without-meaning" Note;
    /// A second leader of a platoon.
    TwoLeaders "two-leaders" Error;
    /// A quote, dash or blank that a word processor inserted.
    TypographicMark "typographic-mark" Error;
    /// A block without its `}`.
    UnclosedBlock "unclosed-block" Error;
    /// A `(` or `[` that is not closed.
    UnclosedBracket "unclosed-bracket" Error;
    /// A text without its closing quote.
    UnclosedText "unclosed-text" Error;
    /// A skill that requires a familiar world, on a world that its owner does not know.
    UncoveredSkill "uncovered-skill" Note;
    /// An aspect that only a rule gives, in an item that does not meet the condition of the rule.
    UnearnedAspect "unearned-aspect" Error;
    /// Forces whose strengths do not fit the form of battle.
    UnequalForces "unequal-forces" Warning;
    /// Modes that spend different numbers of points.
    UnequalModes "unequal-modes" Error;
    /// A closing bracket without an opening one.
    UnexpectedBracket "unexpected-bracket" Error;
    /// A weapon whose technology is unfamiliar to its owner.
    UnfamiliarGear "unfamiliar-gear" Note;
    /// A crew that is too small, too large or untrained for the ship.
    UnfitCrew "unfit-crew" Error;
    /// An aspect that no thing in the package has, gives or places.
    UnknownAspect "unknown-aspect" Error;
    /// A word that the topic of a doctrine rule does not allow.
    UnknownChoice "unknown-choice" Error;
    /// A waiver of a code that does not exist or cannot be waived.
    UnknownCode "unknown-code" Error;
    /// The name of a design that is not declared.
    UnknownDesign "unknown-design" Error;
    /// An effect that cannot be parsed.
    UnknownEffect "unknown-effect" Error;
    /// A key that does not exist in its block.
    UnknownKey "unknown-key" Error;
    /// A kind that no design builds.
    UnknownKind "unknown-kind" Error;
    /// A mark that is not declared.
    UnknownMark "unknown-mark" Error;
    /// A name that is not declared.
    UnknownName "unknown-name" Error;
    /// A package that is not a dependency.
    UnknownPackage "unknown-package" Error;
    /// A part of an item that a test asks for and the item does not have.
    UnknownPart "unknown-part" Error;
    /// A kind of play that does not exist.
    UnknownPlay "unknown-play" Error;
    /// A predicate that victory conditions do not have.
    UnknownPredicate "unknown-predicate" Error;
    /// A question that tests cannot ask.
    UnknownQuestion "unknown-question" Error;
    /// A setting that no ruleset declares.
    UnknownSetting "unknown-setting" Error;
    /// A side that the encounter does not have.
    UnknownSide "unknown-side" Error;
    /// A key of a ship that is neither a station nor another known key.
    UnknownStation "unknown-station" Error;
    /// A task that the encounter does not have.
    UnknownTask "unknown-task" Error;
    /// A term that conditions of doctrines do not have.
    UnknownTerm "unknown-term" Error;
    /// A topic that does not exist in the doctrine's kind of play.
    UnknownTopic "unknown-topic" Error;
    /// A track that the design does not have.
    UnknownTrack "unknown-track" Error;
    /// A zone that the map does not have.
    UnknownZone "unknown-zone" Error;
    /// A file name that some operating systems do not allow.
    UnportableName "unportable-name" Error;
    /// An effect in an item that costs no build points.
    UnpricedEffect "unpriced-effect" Error;
    /// A goal that its actors cannot reach.
    UnreachableGoal "unreachable-goal" Error;
    /// A doctrine rule after a rule that always decides.
    UnreachableLine "unreachable-line" Warning;
    /// A zone that a side must reach but cannot.
    UnreachableObjective "unreachable-objective" Warning;
    /// A step of a scenario that can never be played.
    UnreachableStep "unreachable-step" Warning;
    /// A zone that no borders lead to.
    UnreachableZone "unreachable-zone" Warning;
    /// An item that its owner cannot use, because the owner lacks the skill.
    UnskilledGear "unskilled-gear" Note;
    /// Build points that are not spent.
    UnspentPoints "unspent-points" Note;
    /// Gear that its owner can use only for a fate point per roll.
    UntrainedGear "untrained-gear" Note;
    /// A pilot who may not fly the ship.
    UntrainedPost "untrained-post" Warning;
    /// A doctrine, template or task that nothing uses.
    UnusedDeclaration "unused-declaration" Warning;
    /// A dependency that the package does not use.
    UnusedDependency "unused-dependency" Warning;
    /// A ruleset that is never in force.
    UnusedRuleset "unused-ruleset" Warning;
    /// A name that is imported with `use` and not used.
    UnusedUse "unused-use" Warning;
    /// A waiver that allows nothing.
    UnusedWaiver "unused-waiver" Warning;
    /// Sides that do not begin as their form of battle requires.
    UnusualSetUp "unusual-set-up" Warning;
    /// A skill that this kind of item usually lacks.
    UnusualSkill "unusual-skill" Warning;
    /// A patch that changes nothing.
    UselessPatch "useless-patch" Warning;
    /// A stunt that has nothing in its item to apply to.
    UselessStunt "useless-stunt" Warning;
    /// A dependency whose version differs from the required one.
    VersionMismatch "version-mismatch" Error;
    /// A victory condition that is true before the first action.
    VictoryAtOnce "victory-at-once" Warning;
    /// Aircraft among the units of a platoon, or other units among its aircraft.
    WrongArm "wrong-arm" Error;
    /// A crew that was built for another ship.
    WrongCrew "wrong-crew" Error;
    /// A character of a code, such as a world's profile, that is not valid at its position.
    WrongDigit "wrong-digit" Error;
    /// A unit in a place where it cannot be.
    WrongPlace "wrong-place" Error;
    /// A value in a form that its entry does not accept.
    WrongValue "wrong-value" Error;
    /// A zone that is drawn in unconnected pieces.
    ZoneInPieces "zone-in-pieces" Warning;
    /// A zone whose letter is not in the picture.
    ZoneNotDrawn "zone-not-drawn" Error;
    /// Zones that cover the same ground.
    ZonesOverlap "zones-overlap" Warning;
}

impl Code {
    /// True for errors of an item that another choice of purchases can repair: a lower rank, one stunt fewer, another technology.
    pub const fn is_repaired_by_purchase(self) -> bool {
        matches!(
            self,
            Code::OverBudget
                | Code::StatAboveCap
                | Code::StatBelowMinimum
                | Code::StatBelowZero
                | Code::TechOutOfRange
                | Code::TechAboveCampaign
                | Code::StuntNeedsTech
                | Code::StuntNeedsStunt
                | Code::ExcludedStunt
                | Code::RepeatedStunt
                | Code::TooFewStunts
                | Code::TooManyStunts
                | Code::TooManyAspects
                | Code::UnearnedAspect
                | Code::RequirementFailed
                | Code::BannedItem
                | Code::MixedModes
                | Code::UnequalModes
        )
    }

    /// True if an author may waive the code in an item, with a reason. An error in text that the compiler cannot understand cannot be
    /// waived.
    pub const fn waivable(self) -> bool {
        matches!(
            self,
            Code::Advice
                | Code::AspectPhases
                | Code::BannedItem
                | Code::DiceOverspent
                | Code::DominatedDesign
                | Code::EmptyTrack
                | Code::ExcludedStunt
                | Code::FixedTrack
                | Code::FreeOfCharge
                | Code::LowTrade
                | Code::MissingAspects
                | Code::OverBudget
                | Code::PassiveSkill
                | Code::RedundantStunt
                | Code::RepeatedStunt
                | Code::RequirementFailed
                | Code::SettingOff
                | Code::SkillOfOtherList
                | Code::SkillPyramid
                | Code::SkillSubjects
                | Code::StatAboveCap
                | Code::StatBelowMinimum
                | Code::StatBelowZero
                | Code::StuntNeedsStunt
                | Code::StuntNeedsTech
                | Code::StuntNotSold
                | Code::SuspectAspect
                | Code::TechAboveCampaign
                | Code::TechOutOfRange
                | Code::TooFewDice
                | Code::TooManyAspects
                | Code::TooFewStunts
                | Code::TooManyStunts
                | Code::TrainingWithoutMeaning
                | Code::UncoveredSkill
                | Code::UnearnedAspect
                | Code::UnequalModes
                | Code::UnfamiliarGear
                | Code::UnpricedEffect
                | Code::UnskilledGear
                | Code::UnspentPoints
                | Code::UntrainedGear
                | Code::UnusualSkill
                | Code::UselessStunt
        )
    }

    /// True if the code is reported only if a package enables it in `[lints]`.
    pub const fn off_by_default(self) -> bool {
        matches!(self, Code::DerivedAspect)
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.slug())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.slug())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Code, D::Error> {
        let slug = <&str>::deserialize(deserializer)?;
        Code::from_slug(slug).ok_or_else(|| D::Error::custom("no such code"))
    }
}
